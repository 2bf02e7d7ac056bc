/**
 * zod tries whether code may be made from text, which the pages' policy refuses and reports. It reads this wish when it
 * is loaded, so this comes first; importing zod to say it would bring zod to every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
