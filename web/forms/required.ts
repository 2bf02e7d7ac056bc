import { say } from '#web/saying/say.ts';
/** For `register`: refuses what is empty or blank, in the words of the specification. */
export function required(what: string) {
  return (value: string | number) => String(value).trim() !== '' || say('{what} is required', { what });
}
