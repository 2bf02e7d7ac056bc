import { subjects } from '#contract/routes.ts';

const NAMES = new Map(
  Object.entries(subjects).flatMap(([name, { calls }]) => Object.keys(calls).map((call) => [call, name])),
);

/** The tags as OpenAPI lists them. */
export function describeTags(): { name: string; description: string }[] {
  return Object.entries(subjects).map(([name, { description }]) => ({ name, description }));
}

/** The tag under which a call stands. @throws for one that is none of the contract's */
export function tagOf(call: string): string {
  const name = NAMES.get(call);
  if (name === undefined) throw new Error(`${call} is no call of the contract`);
  return name;
}
