import { LONG_TIMEOUT_MS, OFFLINE_TIMEOUT_MS, SHORT_TIMEOUT_MS } from './times.ts';

/** How long an answer may take in this browser now. */
function answerTimeout({ onLine, userAgent }: Pick<Navigator, 'onLine' | 'userAgent'>): number {
  if (!onLine) return OFFLINE_TIMEOUT_MS;
  return /\bMobi/i.test(userAgent) ? LONG_TIMEOUT_MS : SHORT_TIMEOUT_MS;
}

/** Runs something that stops at the signal, which comes when an answer takes too long. */
export async function inTime<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), answerTimeout(navigator));
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
