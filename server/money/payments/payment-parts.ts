import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { Provider } from './provider.ts';

/** What the rules of payment are built from. */
export interface PaymentParts extends Parts {
  mail: Mail;
  provider: Provider;
  /** Sends refunds that were just recorded, instead of at the next round; called after commit. */
  wake: () => void;
}
