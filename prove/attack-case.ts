import type { Reply, Site } from './attack-site.ts';

/** What must be there for an attack to be tried at all. */
type Need = 'admin' | 'tool' | 'order' | 'https';

/** One line of attacks, tried from outside. */
export interface AttackCase {
  attack: `T${number}`;
  what: string;
  needs?: Need[];
  /** Whether nothing in the database may be different afterwards, where it can be seen. */
  unchanged?: boolean;
  /** @returns what is wrong, as sentences; nothing where the attack failed */
  run(site: Site): Promise<string[]>;
}

/** Sentences to come. */
type Wrong = Promise<string[]>;
/** What is wrong with any of the items. */
export const each = async <T>(items: Iterable<T>, one: (item: T) => Promise<string[]>): Wrong => {
  const wrong: string[] = [];
  for (const item of items) wrong.push(...(await one(item)));
  return wrong;
};
/** The same sentences with what they are about. */
export const named = (what: string, wrong: string[]) => wrong.map((line) => `${what}: ${line}`);
/** As the shop's own pages send it. */
export const origin = ({ url }: Site) => ({ origin: new URL(url).origin });
/** An answer without what differs each time. */
export const withoutIds = ({ status, json }: Reply) => JSON.stringify([status, { ...json, requestId: '' }]);
export const admin = (site: Site, method: string, path: string, body?: unknown) =>
  site.ask(method, path, { as: site.admin!.token, body });
