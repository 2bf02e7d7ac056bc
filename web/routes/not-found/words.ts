import { say } from '#web/saying/say.ts';
/** What stands at an address where nothing is (spec §2). */
export const NOT_FOUND = { title: say('Page Not Found'), description: say('There is nothing at this address.') };
