import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { proveVatNumber } from './vat-proofs.ts';
import type { VatRegister } from './vat-register.ts';

/** The register limits how often the whole shop may ask: nobody may use that up. */
const ASKED_A_MINUTE = 30;

export function vatNumberHandlers({
  config,
  database,
  settings,
  vatRegister,
}: Parts & { settings: SettingsStore; vatRegister: VatRegister }) {
  const limit = createNetworkLimit(ASKED_A_MINUTE);
  return {
    checkVatNumber: async ({ body, clientAddress }) => {
      if (config.rateLimits) limit(clientAddress);
      const { company } = (await settings.read()).settings;
      return proveVatNumber(database, vatRegister, body.vatId, company.vatId);
    },
  } satisfies Partial<Handlers>;
}
