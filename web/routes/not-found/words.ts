/** What stands at an address where nothing is (spec §2). */
export const NOT_FOUND = { title: 'Page Not Found', description: 'There is nothing at this address.' };
