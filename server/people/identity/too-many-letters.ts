import type { Limits } from '#server/engine/http/limits.ts';

const HOUR = 3_600;

/**
 * Counts one more letter that a registration sends. The account is made all the same; its owner can ask for the letter
 * later, in My Profile. @returns whether this network has sent too many to strangers
 */
export async function tooManyLetters(limits: Limits, network: string | undefined): Promise<boolean> {
  if (network === undefined) return false;
  const kinds = [
    { what: 'letters in a minute from', whom: network, max: 5, seconds: 60 },
    { what: 'letters in an hour from', whom: network, max: 30, seconds: HOUR },
  ];
  for (const limit of kinds) if ((await limits.take(limit)) !== null) return true;
  return false;
}
