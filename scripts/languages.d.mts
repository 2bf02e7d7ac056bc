/** Takes web/saying/say.ts out of a source that says something. @returns null where it says nothing */
export function unspoken(source: string): string | null;
/** What each message of the screens is in a language. @throws where one stands in two files */
export function wordsOfScreens(root: string, language: string): Map<string, string>;
/** Says a script in a language: the code with each call of `say` replaced by what it comes to. */
export function spoken(code: string, how: { language: string; translate: (message: string) => string }): string;
