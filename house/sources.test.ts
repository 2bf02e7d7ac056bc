import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '#contract/errors.ts';
import { projectRoot } from '#server/project-root.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles('.ts', '.tsx', '.mjs').filter(({ path }) => !path.startsWith('house/'));

/** Lines of the files that match, as `file:line`. */
function linesWith(pattern: RegExp, where: (path: string) => boolean = () => true): string[] {
  return files
    .filter(({ path }) => where(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
}

describe('the sources', () => {
  it('read the environment in one place', () => {
    // Scripts, proofs, benches, settings of tools and the harness of the tests stand outside the shop.
    // The examples of docs/ are text for others' programs.
    const outside = /^(scripts|prove|bench|e2e|examples)\/|^server\/office\/docs\/|\.config\.ts$|-for-tests\.ts$/;
    const entries = new Set(['server/config.ts', 'server/run.ts', 'server/serve.ts', 'server/cli.ts']);
    expect(linesWith(/process\.env\b/, (path) => !outside.test(path) && !entries.has(path))).toEqual([]);
    // The entries hand it over whole and look at nothing in it.
    const peeks = linesWith(/process\.env\b(?![),])/, (path) => path !== 'server/config.ts' && entries.has(path));
    expect(peeks).toEqual([]);
  });

  it('of the pages take their colours from the theme', () => {
    expect(linesWith(/#[0-9a-f]{6}\b/i, (path) => path.startsWith('web/') && !path.includes('.test.'))).toEqual([]);
  });

  it('of the pages leave lists the role that makes them lists', () => {
    expect(linesWith(/<(?:ul|ol)\b[^>]*\brole="(?!list\b)/, (path) => path.startsWith('web/'))).toEqual([]);
  });

  it('leave nothing for later', () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });

  it('lock tools in one statement and change them in the next', () => {
    // decision 361; what is passed over when it is locked waits for nobody.
    const both = files.flatMap(({ path, text }) =>
      [...text.matchAll(/`[^`]*\bfor (?:no key )?update\b(?! of \w+ skip| skip)[^`]*`/g)]
        .filter(([statement]) => /\b(?:update|delete from) tools\b/.test(statement))
        .map(() => path),
    );
    expect(both.filter((path) => path.startsWith('server/'))).toEqual([]);
  });

  it('move an order from state to state through one door', () => {
    const moves =
      /\.update\(orders\)(?:(?!\.where\()[\s\S])*\bstate:|update orders set (?:(?!\bwhere\b)[^`;])*\bstate\b/;
    const doors = files.filter(
      ({ path, text }) => /^(server|web)\//.test(path) && !/test/.test(path) && moves.test(text),
    );
    expect(doors.map(({ path }) => path)).toEqual(['server/buying/order-life/order-life.ts']);
  });

  it('skip no test and single none out', () => {
    expect(linesWith(/\b(it|test|describe)\.(only|skip|todo|fails|skipIf|runIf)\b|\bcontext\.skip\(/)).toEqual([]);
  });

  it('wait for things, not for time', () => {
    const inTests = (path: string) => /\.test\.tsx?$|\.e2e\.ts$|-for-tests\.tsx?$|^e2e\//.test(path);
    expect(linesWith(/waitForTimeout|networkidle|setTimeout\(\s*(resolve|done|r)\b/, inTests)).toEqual([]);
  });

  it('ask no clock and no processor how long something took, but where `prove -- corpora` runs them', () => {
    const inTests = (path: string) => /\.test\.tsx?$|\.e2e\.ts$/.test(path) && !path.endsWith('.corpora.test.ts');
    expect(linesWith(/\bcpuUsage\(|performance\.now\(|\bhrtime\b/, inTests)).toEqual([]);
  });

  it('list files when they run, and not when they are transformed', () => {
    // What Vite makes of a module is kept until its text changes, and would go on without a file that came later.
    expect(linesWith(/import\.meta\.glob/)).toEqual([]);
  });

  it('switch the type checker off nowhere, and the linter only with a reason', () => {
    expect(linesWith(/@ts-(ignore|nocheck|expect-error)|\bas any\b|: any[;,)=[]|<any>/)).toEqual([]);
    expect(linesWith(/(oxlint|eslint)-disable(?!.* -- \S)/)).toEqual([]);
  });

  it('write money in one way', () => {
    const own = (path: string) => /^(server|web|contract)\//.test(path) && path !== 'contract/money.ts';
    expect(linesWith(/style: 'currency'|\$\$\{[^}]*\.toFixed\(/, own)).toEqual([]);
  });

  it('take what the company says of itself from content/', () => {
    expect(
      linesWith(/Dhaka|tradebench\.example/, (path) => /^(server|web)\//.test(path) && !/test/.test(path)),
    ).toEqual([]);
  });

  it("say company for the buyer's, and shop for ours", () => {
    // Names that are data or on the wire since 1.0.0.
    const kept =
      /building firms|demo-firm|firm_intents|\bfirms: (await|z|\[)|\['firms'\]|customer\.firms|\bfirmPrice\b|\bfirm: text\(/;
    const said = linesWith(
      /(?<![Cc]on|CON|[Aa]f)(firm|Firm|FIRM)(s|S)?(?![a-z])/,
      (path) => !path.startsWith('house/'),
    );
    expect(said.filter((line) => !kept.test(line))).toEqual([]);
  });

  it('name types by nouns, and functions by what they do', () => {
    const participles =
      /\b(?:interface|type) (?:Asked|Begun|Booked|Bought|Counted|Decided|Deciding|Due|Filled|Found|Given|GivenBack|Held|Kept|Known|Left|Made|Making|Moved|Owed|Read|Reading|Recorded|Reversed|Running|Said|Sealing|Seeded|Seen|Sent|Served|Told|Typed|Waiting|Wanted|Watched|Written)\b/;
    const retired = /\b(?:sayNumber|letGoOn|doIt|wayBack)\b/;
    const own = (path: string) => /^(server|web|contract|sandbox|sheets)\//.test(path) && !/test/.test(path);
    expect([...linesWith(participles, own), ...linesWith(retired, own)]).toEqual([]);
  });

  it('list no code that nothing answers with', () => {
    // The API's documents name codes and answer with none of them.
    const shop = files.filter(({ path }) => /^server\/(?!office\/docs\/|.*test)/.test(path)).map(({ text }) => text);
    const unused = Object.keys(ERROR_STATUS).filter((code) => !shop.some((text) => text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });

  it('print nothing from the shop itself', () => {
    expect(
      linesWith(
        /\bconsole\.\w+\(/,
        (path) => /^(server(?!\/office\/docs\/examples)|web|contract)\//.test(path) && path !== 'server/cli.ts',
      ),
    ).toEqual([]);
  });

  it('stay small enough to be read at one sitting', () => {
    // A table of data is read by looking things up.
    const tables = new Set(['content/catalogue.ts']);
    const long = files
      .filter(({ path }) => !tables.has(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
      .filter(({ lines }) => lines > 350);
    expect(long).toEqual([]);
  });

  it('have functions of at most 120 lines and 20 branches, which the linter holds, and lines of 120 characters, which the formatter does', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
    const { rules, overrides } = read('.oxlintrc.json') as {
      rules: Record<string, unknown>;
      overrides: { files: string[]; rules: Record<string, unknown> }[];
    };
    expect(rules).toMatchObject({
      'max-lines-per-function': ['error', { max: 120 }],
      complexity: ['error', { max: 20 }],
    });
    const loosened = overrides.filter((each) => 'max-lines-per-function' in each.rules || 'complexity' in each.rules);
    expect(loosened.map((each) => each.files)).toEqual([
      ['**/*.test.ts', '**/*.test.tsx', '**/*-for-tests.ts', 'e2e/**', 'prove/**'],
    ]);
    expect(linesWith(/(oxlint|eslint)-disable.*(max-lines|complexity)/)).toEqual([]);
    expect(read('.oxfmtrc.json')).toMatchObject({ printWidth: 120 });
  });

  it('have names in kebab-case and no dumping ground', () => {
    const named = files.map(({ path }) => path);
    expect(named.filter((path) => !/^[a-z0-9.\-/]+$/.test(path))).toEqual([]);
    expect(named.filter((path) => /(^|\/)(utils?|helpers?|misc|common|lib)(\/|\.)/.test(path))).toEqual([]);
    expect(named.filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
  });
});
