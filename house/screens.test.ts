import { describe, expect, it } from 'vitest';
import { say } from '#web/saying/say.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { projectRoot } from '#server/project-root.ts';
import { spoken, unspoken, wordsOfScreens } from '../scripts/languages.mjs';
import { isForTests, sourceFiles } from './source-files.ts';
import { handedOn, unsaidTexts } from './unsaid-texts.ts';
import { filledIn, messagesIn } from './words.ts';

/** Folders whose texts are still in English alone: what staff work with. */
const STILL_ENGLISH = /^web\/(routes\/dashboard|tool-form|translations|accounts)\//;

/** Texts that are the same in every language, or the specification's own. */
const SAME_EVERYWHERE = [/^web\/routes\/(blogs|portfolio)\/page\.tsx:/, /"Tradebench"/];

describe('texts of the screens', () => {
  const pages = sourceFiles('.tsx').filter(({ path }) => path.startsWith('web/') && !isForTests(path));

  it('are found where nobody says them', () => {
    const bare = '<p title="Two words">Three words {isOne ? "One" : say("Two")} {`${n} tools`}</p>';
    expect(unsaidTexts('a.tsx', bare).map((each) => each.slice(8))).toEqual([
      '"Two words"',
      'Three words',
      '"One"',
      '`${n} tools`',
    ]);
    expect(unsaidTexts('a.tsx', '<p title={say("Two words")}>{say("Three")} × {n}</p>')).toEqual([]);
  });

  it('are said by web/saying/say.ts, but where they are still to come', () => {
    const bare = pages
      .filter(({ path }) => !STILL_ENGLISH.test(path))
      .flatMap(({ path, text }) => unsaidTexts(path, text))
      .filter((each) => !SAME_EVERYWHERE.some((pattern) => pattern.test(each)));
    expect(bare).toEqual([]);
  });

  it('are said where they stand: the build finds no call of what was handed on', () => {
    expect(
      handedOn('a.ts', "import { say } from '#web/saying/say.ts';\nsay('One'); [say]; (say) => say(1)"),
    ).toHaveLength(2);
    const sources = sourceFiles('.ts', '.tsx').filter(({ text }) => /from '#web\/saying\/say\.ts'/.test(text));
    const own = sources.filter(({ path }) => path.startsWith('web/'));
    expect(own.length).toBeGreaterThan(100);
    expect(own.flatMap(({ path, text }) => handedOn(path, text))).toEqual([]);
  });
});

describe('words of the screens', () => {
  const said = new Set(
    sourceFiles('.ts', '.tsx')
      .filter(({ path }) => path.startsWith('web/') && !isForTests(path))
      .flatMap(({ path, text }) => messagesIn(path, text, /from '#web\/saying\/say\.ts'/)),
  );
  const tagsOf = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).toSorted();

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are all there in %s, filled in alike', (language) => {
    const words = wordsOfScreens(projectRoot, language);
    expect(said.size).toBeGreaterThan(600);
    expect([...said].filter((message) => !words.has(message))).toEqual([]);
    expect([...words.keys()].filter((message) => !said.has(message))).toEqual([]);
    const namesOf = (text: string) => filledIn(text.replaceAll(/<\/?\w+>/g, ''));
    const otherwise = [...words]
      .filter(([message, text]) => String(namesOf(message)) !== String(namesOf(text)) || text.trim() === '')
      .map(([message, text]) => `${message} → ${text}`);
    expect(otherwise).toEqual([]);
    const otherTags = [...words].filter(([message, text]) => String(tagsOf(message)) !== String(tagsOf(text)));
    expect(otherTags).toEqual([]);
  });
});

/** What a built script says of some lines in a language, run. */
function saidIn(
  language: string,
  words: Record<string, string>,
  lines: string,
  name = 'x',
  value: unknown = 0,
): unknown {
  const source = `import { say, LANGUAGE, LOCALE } from '#web/saying/say.ts';\n${lines}`;
  const code = spoken(unspoken(source) ?? '', { language, translate: (message) => words[message] ?? message });
  return new Function(name, `return (${code.replaceAll(/\/\*[^*]*\*\//g, '').trim()})`)(value);
}

describe('built scripts', () => {
  it('say what web/saying/say.ts says', () => {
    const text = '{n, plural, one {# tool of} other {# tools of}} “{name}”, {n, number} `in` ${all} </p>';
    const lines = `say(${JSON.stringify(text)}, { n: x, name: say('It’s {n}', { n: x }), all: 1 })`;
    for (const n of [0, 1, 2, 1_000])
      expect(saidIn('en', {}, lines, 'x', n)).toBe(say(text, { n, name: `It’s ${n}`, all: 1 }));
    expect(saidIn('en', {}, "say('See <a>our terms</a>.')")).toBe(say('See <a>our terms</a>.'));
    expect(saidIn('en', {}, "say('No more')")).toBe('No more');
  });

  it('say the words of their language, with its numbers', () => {
    const words = {
      '{n, plural, one {# piece} other {# pieces}}': '{n, plural, one {# Stück} other {# Stück}}',
      'In {place} by {day}': 'Bis {day} in {place}',
    };
    const lines = "say('{n, plural, one {# piece} other {# pieces}}', { n: x })";
    expect(saidIn('de', words, lines, 'x', 1_200)).toBe('1.200 Stück');
    expect(saidIn('de', words, "say('In {place} by {day}', { place: x, day: 2 })", 'x', 'Ulm')).toBe('Bis 2 in Ulm');
    expect(saidIn('de', words, 'LANGUAGE + LOCALE')).toBe('dede-DE');
  });

  it('say both of what a minifier made one call of', () => {
    const lines = "say(x ? 'One' : x === 0 ? 'None' : 'Other')";
    expect([1, 0, ''].map((x) => saidIn('de', { One: 'Eins' }, lines, 'x', x))).toEqual(['Eins', 'None', 'Other']);
  });

  it('are refused where a message is not written out, or a value has no name', () => {
    expect(() => saidIn('en', {}, 'say(x)')).toThrow('A message is written out');
    expect(() => saidIn('en', {}, "say('{n}', x)")).toThrow('Name each value');
    expect(() => saidIn('en', {}, "say('{n} {m}', { n: 1 })")).toThrow('Nothing to fill in for m');
  });
});
