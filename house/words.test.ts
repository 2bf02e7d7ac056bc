import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { isForTests, sourceFiles } from './source-files.ts';
import { filledIn, messagesIn, wordsOf } from './words.ts';

const said = new Set(
  sourceFiles('.ts', '.tsx')
    .filter(({ path }) => /^(server|contract|web)\//.test(path) && !isForTests(path))
    .flatMap(({ path, text }) => messagesIn(path, text)),
);

describe('messages', () => {
  it('are really read', () => {
    expect(said.size).toBeGreaterThan(80);
    const speaker = "import { message } from '#contract/messages.ts';\n";
    const lines = "say('One'); say(message('Two {n}'), { n }); other('Three'); say(name)";
    expect(messagesIn('a.ts', speaker + lines)).toEqual(['One', 'Two {n}']);
    expect(messagesIn('a.ts', lines)).toEqual([]);
    expect(() => messagesIn('a.ts', `${speaker}say(\`One \${two}\`)`)).toThrow('a message is one text');
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
});
