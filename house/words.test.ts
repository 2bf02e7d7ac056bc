import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { IDENTITY_ERRORS } from '#contract/people/identity.ts';
import { identityRoutes } from '#contract/people/identity-calls.ts';
import { routes } from '#contract/routes.ts';
import { sentencesOf } from './schema-sentences.ts';
import { isForTests, sourceFiles } from './source-files.ts';
import { barelySaid, filledIn, messagesIn, SPEAKERS, wordsOf } from './words.ts';

const sources = sourceFiles('.ts', '.tsx').filter(
  ({ path }) => /^(server|contract|web|sheets)\//.test(path) && !isForTests(path),
);
const ofSchemas = sentencesOf([
  ...Object.values(routes).map((route) => Object.values(route)),
  ...Object.values(identityRoutes).map((route) => Object.values(route)),
]).map(({ text }) => text);
const said = new Set([
  ...sources.flatMap(({ path, text }) => messagesIn(path, text)),
  ...ofSchemas,
  ...Object.values(IDENTITY_ERRORS).map(([, sentence]) => sentence),
]);

describe('messages', () => {
  it('are really read', () => {
    expect(said.size).toBeGreaterThan(1_000);
    expect(ofSchemas).toContain('{what} is required and may have at most {max, number} characters');
    expect(ofSchemas).toContain('VAT number');
    expect(ofSchemas).toContain('limit must be a whole number from 1 to 100');
    const speaker = "import { message } from '#contract/messages.ts';\n";
    const lines = "say('One'); say(message('Two {n}'), { n }); other('Three'); say(name)";
    expect(messagesIn('a.ts', speaker + lines)).toEqual(['One', 'Two {n}']);
    expect(messagesIn('a.ts', lines)).toEqual([]);
    expect(() => messagesIn('a.ts', `${speaker}say(\`One \${two}\`)`)).toThrow('a message is one text');
  });

  it('are read wherever one is said: a file that is handed its words names where they come from', () => {
    const others = sources.filter(({ path, text }) => path.startsWith('server/') && !SPEAKERS.test(text));
    const saying = others.filter(({ text }) => /\bsay\(\s*['"]/.test(text)).map(({ path }) => path);
    // These write to whoever operates the shop.
    const known = ['server/cli.ts', 'server/shop/doctor/doctor.ts', 'server/shop/seed/demo-data.ts'];
    expect(saying.filter((path) => !known.includes(path))).toEqual([]);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are all there in %s, filled in alike', (language) => {
    const words = wordsOf(language);
    expect([...said].filter((message) => !words.has(message))).toEqual([]);
    expect([...words.keys()].filter((message) => !said.has(message))).toEqual([]);
    const otherwise = [...words]
      .filter(([message, { text }]) => String(filledIn(message)) !== String(filledIn(text)) || text.trim() === '')
      .map(([message, { text }]) => `${message} → ${text}`);
    expect(otherwise).toEqual([]);
  });

  it('are what schemas complain with: a text of their own would be English to everybody', () => {
    const lines =
      "context.addIssue({ code: 'custom', message: 'Bare' }); context.addIssue({ ...complaint(said), path })";
    expect(barelySaid('contract/a.ts', lines)).toEqual(["contract/a.ts: { code: 'custom', message: 'Bare' }"]);
    const bare = sources
      .filter(({ path }) => path.startsWith('contract/') && path !== 'contract/sentences.ts')
      .flatMap(({ path, text }) => barelySaid(path, text));
    expect(bare).toEqual([]);
  });
});
