import { pino } from 'pino';

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
  });
}

/** Name, message and stack, without the query parameters that database errors carry. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error ? { code: error.code } : {};
  return {
    name: error.name,
    message: error.message.split('\nparams:')[0],
    stack: error.stack?.split('\n    at ').slice(1, 8),
    ...code,
    ...cause,
  };
}
