import { pino } from 'pino';
import { currentTrace } from './trace.ts';

/** What the rest of the server may say, and at what level; facts first, then the sentence, as pino takes them. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** JSON lines on standard output. Nothing that identifies or lets in a person is ever handed to it; `redact` is the net below. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: ['*.password', '*.token', '*.accessToken', '*.clientSecret', '*.cookie', '*.authorization', '*.email'],
      censor: '(hidden)',
    },
    serializers: { error: describeError },
    // Facts of the same name that the line itself brings along stand over these.
    mixin: () => namesOf(currentTrace()),
    mixinMergeStrategy: (facts, names) => ({ ...names, ...facts }),
  });
}

/** By which a line, the answer that the caller saw and the trace at a collector are found from each other. */
function namesOf(trace: ReturnType<typeof currentTrace>): object {
  if (!trace) return {};
  return trace.requestId === undefined
    ? { traceId: trace.traceId }
    : { traceId: trace.traceId, requestId: trace.requestId };
}

/** Name, message and stack, without the query parameters that database errors carry. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutPeople(String(error)) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error ? { code: error.code } : {};
  return {
    name: error.name,
    message: withoutPeople(error.message.split('\nparams:')[0] ?? ''),
    stack: error.stack?.split('\n    at ').slice(1, 8),
    ...code,
    ...cause,
  };
}

/** Servers repeat in their complaints what they were sent: addresses and telephone numbers are nobody's who reads a log. */
function withoutPeople(text: string): string {
  const words = text.replaceAll(/[^\s<>"'()=:,;]+/g, (word) => {
    let at = word.lastIndexOf('@');
    while (at > 0 && !/[\w.-]/.test(word[at + 1] ?? '')) at = word.lastIndexOf('@', at - 1);
    return at < 1 ? word : `(address)${word.slice(at + 1).replace(/^[\w.-]+/, '')}`;
  });
  return words.replaceAll(/\+\d{7,15}\b/g, '(number)');
}
