/** Somebody who has an account with the demo's Google. */
export interface Person {
  sub: string;
  name: string;
  email: string;
  /** As the ID token says it; a text or nothing at all in the hostile modes. */
  emailVerified: boolean;
  note: string;
}

export const PEOPLE: Person[] = [
  {
    sub: '100000000000000000001',
    name: 'Grace Green',
    email: 'grace@gmail.test',
    emailVerified: true,
    note: 'Has no account at the shop yet',
  },
  {
    sub: '100000000000000000002',
    name: 'Alice Archer',
    email: 'alice@tradebench.test',
    emailVerified: true,
    note: 'Has an account with this e-mail address, which gets linked',
  },
  {
    sub: '100000000000000000003',
    name: 'Mallory Moss',
    email: 'bob@tradebench.test',
    emailVerified: false,
    note: "Claims Bob's e-mail address without having verified it",
  },
];

/** What the demo's Google can be told to do wrong, for tests (attacks T77, T87, T89). */
export const HOSTILE_MODES = {
  'wrong-nonce': 'Another nonce than the one asked for',
  'no-nonce': 'No nonce',
  'wrong-audience': 'A token for another shop',
  'wrong-issuer': 'A token of another issuer',
  expired: 'A token that has expired',
  'alg-none': 'A token that nobody signed',
  'alg-hs256': 'A token signed with the public key as a secret',
  'foreign-key': 'A token signed with a key of somebody else',
  'wrong-state': 'Another state than the one asked for',
  'email-unverified': 'E-mail not verified',
  'email-verified-text': 'E-mail verified: the text "false"',
  'email-verified-absent': 'E-mail verified: not said',
  'email-changed': 'The same person with another e-mail address',
  'no-email': 'No e-mail address',
  'script-picture': 'A picture that is a script',
  'token-refused': 'The code is not accepted',
} as const;
export type HostileMode = keyof typeof HOSTILE_MODES;

export function isHostileMode(text: string | null | undefined): text is HostileMode {
  return typeof text === 'string' && Object.hasOwn(HOSTILE_MODES, text);
}
