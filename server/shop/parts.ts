import type { PageCache } from '#server/engine/http/page-cache.ts';
import type { Callers } from '#server/engine/http/caller.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Identity } from '#server/people/identity/identity.ts';
import type { ImportRunner } from '#server/catalogue/imports/run-import.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { Payments } from '#server/money/payments/stripe-payments.ts';
import type { VatRegister } from '#server/office/vat-register/vat-register.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';

/** All that the shop is put together from: what any of its handlers asks for. */
export interface ShopParts extends Parts {
  identity: Identity;
  /** Who calls, signed in or with a key. */
  callers: Callers;
  payments: Payments;
  /** Public answers and pages, cached until a write touches what they show. */
  pageCache: PageCache;
  /** What the owner has set. */
  settings: SettingsStore;
  mail: Mail;
  /** Says whether a VAT number stands. */
  vatRegister: VatRegister;
  /** Commits and undoes imports beside the calls. */
  imports: ImportRunner;
}
