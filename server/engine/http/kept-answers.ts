import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/engine/db/client.ts';
import { withinFirstTransaction } from '#server/engine/db/transaction.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import { AppError } from './app-error.ts';
import { hashOf } from './asked.ts';

/** As long as who sends something again may take: over a weekend and a holiday. */
const KEPT_DAYS = 7;
const HOUR_MS = 3_600_000;
/** Rows in one statement. */
const BATCH = 5_000;

/** What a call answers: its status and its body, as JSON. */
export interface KeptAnswer {
  status: number;
  text: string;
}

/** A call that came with a key. */
export interface KeyedCall {
  /** Whose key it is: a person, or one of their API keys; where anybody may call, what the call is about. */
  whose: string;
  userId: string | null;
  /** Method and route, such as `POST /order/:id/shipment`. */
  call: string;
  key: string;
  /** A hash of all that was asked for, once it is known. */
  asked(): string;
  /** Reads what of it was not read. */
  readOut(): Promise<void>;
}

export interface KeptAnswers {
  /**
   * What the call answers, or what it answered before under this key.
   * @param handle does it @param tell makes the answer of what that came to
   * @throws AppError IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS; whatever `handle` throws, which keeps no answer
   */
  once(
    call: KeyedCall,
    handle: () => Promise<unknown>,
    tell: (result: unknown) => Promise<KeptAnswer>,
  ): Promise<KeptAnswer>;
}

/** How what is kept is encrypted and read again. */
export interface Seal {
  seal(text: string): Promise<string>;
  unseal(sealed: string): Promise<string>;
}

/**
 * Keeps answers under the keys that calls came with. The row is written at the beginning of the transaction that does what was
 * asked for and the answer at its end, so that a process killed at any moment leaves both or neither, and who repeats at the same
 * time waits for the first.
 */
export function createKeptAnswers(database: Database, { seal, unseal }: Seal): KeptAnswers {
  const find = async (id: string, call: KeyedCall): Promise<KeptAnswer | null> => {
    const [row] = await database.raw<{ asked: string; status: number | null; answer: string | null }>(
      'select asked, status, answer from kept_answers where id = $1',
      [id],
      'find-kept-answer',
    );
    if (!row) return null;
    await call.readOut();
    if (row.asked !== call.asked())
      throw new AppError(
        'IDEMPOTENCY_MISMATCH',
        sentence('This Idempotency-Key was used for something else. Use a new key.'),
      );
    if (row.status === null || row.answer === null) throw inProgress();
    return { status: row.status, text: await unseal(row.answer) };
  };
  const keep = async (id: string, { status, text }: KeptAnswer) =>
    sql`update kept_answers set status = ${status}, answer = ${await seal(text)} where id = ${id}`;

  return {
    async once(call, handle, tell) {
      const id = hashOf([call.whose, call.call, call.key]);
      const earlier = await find(id, call);
      if (earlier) return earlier;
      const taken = () => sql`insert into kept_answers (id, user_id, asked)
        values (${id}, ${call.userId}, ${call.asked()}) on conflict do nothing returning id`;
      let kept: KeptAnswer | null = null;
      const outcome = await withinFirstTransaction(
        {
          async begin(tx) {
            const { rows } = await tx.execute(taken());
            if (rows.length === 0) throw inProgress();
          },
          async end(tx, result) {
            kept = await answerOf(result, tell);
            if (kept) await tx.execute(await keep(id, kept));
          },
        },
        handle,
      );
      if ('error' in outcome) {
        const { error, committed } = outcome;
        if (!(error instanceof AppError)) throw error;
        // Who refuses after a commit did not do what was asked for: the next one may.
        if (committed) await database.raw('delete from kept_answers where id = $1', [id]);
        else {
          const meanwhile = await find(id, call);
          if (meanwhile) return meanwhile;
        }
        throw error;
      }
      const answer = await tell(outcome.answer);
      if (!outcome.committed) await database.db.execute(taken());
      if (!isSame(answer, kept)) await database.db.execute(await keep(id, answer));
      return answer;
    },
  };
}

/** What a transaction came to is the answer of most calls, but need not be. */
async function answerOf(result: unknown, tell: (result: unknown) => Promise<KeptAnswer>): Promise<KeptAnswer | null> {
  try {
    return await tell(result);
  } catch {
    return null;
  }
}

function isSame(answer: KeptAnswer, kept: KeptAnswer | null): boolean {
  return kept !== null && kept.status === answer.status && kept.text === answer.text;
}

function inProgress(): AppError {
  return new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    sentence('A request with this Idempotency-Key is still in progress. Please try again in a moment.'),
  );
}

/** Forgets the answers that nobody waits for any more. */
export function forgetAnswers(database: Database): ScheduledJob {
  return {
    name: 'forget-answers',
    everyMs: HOUR_MS,
    withinMs: HOUR_MS / 4,
    async run(stopping) {
      for (;;) {
        const gone = await database.raw(
          `delete from kept_answers where id in (
             select id from kept_answers where made_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${BATCH})
           returning 1`,
        );
        if (gone.length < BATCH || stopping.aborted) return;
      }
    },
  };
}
