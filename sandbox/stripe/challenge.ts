import type { Call } from './api-call.ts';
import { type Challenge, failIntent, type IntentSecret, type KeptIntent, takeMoney } from './confirm-intent.ts';
import type { MethodSecret } from './payment-methods.ts';
import { resourceMissing } from './problems.ts';
import { findObject, type Query } from './store.ts';

export type Outcome = 'complete' | 'fail' | 'cancel';

/** What the address of a 3-D Secure dialog carries. */
export interface ChallengeKey {
  intent: string;
  source: string;
  clientSecret: string;
}

/** The intent that waits for this very dialog; undefined once it was answered, or where the secret is wrong. */
export async function openChallenge(
  tx: Query,
  key: ChallengeKey,
  lock: 'read' | 'change' = 'read',
): Promise<{ kept: KeptIntent; challenge: Challenge } | undefined> {
  if (!/^pi_\w+$/.test(key.intent)) return undefined;
  const kept = await findObject<'payment_intent', IntentSecret>(tx, 'payment_intent', key.intent, lock);
  const challenge = kept?.secret.challenge;
  const fits = challenge?.source === key.source && challenge.secret === key.clientSecret;
  return kept && challenge && fits && kept.data.status === 'requires_action' ? { kept, challenge } : undefined;
}

/**
 * The buyer's answer to the dialog: the card is charged, or the intent waits for another card.
 * @returns where the buyer is sent, for a confirmation that named a `return_url`.
 */
export async function answerChallenge(call: Call, key: ChallengeKey, outcome: Outcome): Promise<string | null> {
  const open = await openChallenge(call.tx, key, 'change');
  if (!open) throw resourceMissing('source', key.source, 'source');
  const { kept, challenge } = open;
  const method = await findObject<'payment_method', MethodSecret>(
    call.tx,
    'payment_method',
    challenge.paymentMethod,
    'change',
  );
  if (!method) throw resourceMissing('PaymentMethod', challenge.paymentMethod, 'payment_method');
  if (outcome === 'complete') {
    await takeMoney(call, kept.data, method, method.secret.fate.decline, true);
  } else {
    await failIntent(
      call,
      kept.data,
      {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
        payment_method: method.data,
      },
      null,
    );
  }
  if (!challenge.returnUrl) return null;
  const back = new URL(challenge.returnUrl);
  back.searchParams.set('payment_intent', kept.data.id);
  back.searchParams.set('payment_intent_client_secret', String(kept.data.client_secret));
  return back.href;
}
