/** A provider that read the letter and will never take it: trying again would be the same question. */
export class LetterRefused extends Error {}

/** Replies that are about how the shop signs in at the mail server, not about the letter (RFC 4954 §6). */
const ABOUT_SIGNING_IN = new Set([530, 534, 535, 538]);

/** What of a failed delivery may be written down: how far it came and the server's numbers, never its words, which name people. */
export function failureFacts(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return {};
  const facts = { ...error } as Record<string, unknown>;
  const enhanced = typeof facts['response'] === 'string' ? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(facts['response']) : null;
  return {
    name: error instanceof Error ? error.name : 'unknown',
    ...(typeof facts['code'] === 'string' ? { code: facts['code'] } : {}),
    ...(typeof facts['command'] === 'string' ? { command: facts['command'].split(' ', 2).join(' ') } : {}),
    ...(typeof facts['responseCode'] === 'number' ? { reply: facts['responseCode'] } : {}),
    ...(typeof facts['status'] === 'number' ? { status: facts['status'] } : {}),
    ...(enhanced ? { enhanced: enhanced[0] } : {}),
  };
}

/** Whether a mail server refused the letter for good: a 5xx to its envelope or its text (RFC 5321 §4.2.1). */
export function isRefusal(error: unknown): boolean {
  if (error instanceof LetterRefused) return true;
  if (!(error instanceof Error) || !('permanent' in error) || error.permanent !== true) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && !ABOUT_SIGNING_IN.has(Number(responseCode));
}
