import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAYS } from '../prove/operate/commands.ts';
import { projectRoot } from '#server/project-root.ts';

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const PAGES = ['README.md', 'docs/operations.md'];

/** Every line of the pages' blocks of shell, and every `npm …` in their text. */
function commands(page: string): string[] {
  const text = read(page);
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.matchAll(/`((?:[A-Z_]+=\S+ )*npm [^`]+)`/g)].map(([, command = '']) => command);
  return [...blocks, ...inline]
    .flatMap((line) => line.split('&&'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Commands of the system and of the database that the text of a page names. */
function otherCommands(page: string): string[] {
  const named =
    /`((?:[A-Z_]+=\S+ )*(?:kill|systemctl|cp|rsync|node|git|psql|ALTER ROLE|podman|docker|kubectl) [^`]+)`/g;
  return [...read(page).matchAll(named)].flatMap(([, command = '']) => command.split('; '));
}

/** The names in a table of the sources, such as the commands of the command line. */
function namesIn(file: string, pattern: RegExp): Set<string> {
  return new Set([...read(file).matchAll(pattern)].map(([, name = '']) => name));
}
const shopCommands = namesIn('server/cli.ts', /^ {4}usage: '([\w-]+)/gm).add('doctor');
const proofs = namesIn('prove/main.ts', /^ {2}'?([\w-]+)'?: \{$/gm);
const steps = namesIn('scripts/test.mjs', /^ {2}(\w+): (?:\[|vitest)/gm);
/** What npm itself and the system bring. */
const PLAIN = new Set(['npm ci', 'npm start', 'npm test', 'npm prune --omit=dev', 'openssl rand -base64 32']);

/** What the step "operate" asks for beside Debian's packages. */
const TOOLS = ['store', 'kubernetes', 'files'].map((name) => read(`prove/operate/${name}.ts`)).join('\n');

/** Why a command that the pages name is none; null where it is one. */
function wrong(command: string): string | null {
  const bare = command.replace(/^(?:[A-Z_]+=\S+ )+/, '');
  if (PLAIN.has(bare)) return null;
  const tools = /^npm install --global ([\w@/ -]+)$/.exec(bare)?.[1]?.split(' ');
  if (tools) return tools.every((tool) => TOOLS.includes(tool)) ? null : `${command}: nothing asks for it`;
  const [, script, , name] = /^npm (?:run )?([\w-]+)( -- ([\w-]+|[A-Z]+).*)?$/.exec(bare) ?? [];
  if (script === undefined || !(script in scripts)) return `${command}: there is no such script`;
  if (name === undefined || /^[A-Z]+$/.test(name)) return null;
  const known = { shop: shopCommands, prove: proofs, test: steps }[script];
  return known && !known.has(name) ? `${command}: there is no ${name}` : null;
}

describe.each(PAGES)('%s', (page) => {
  it('names only commands that there are', () => {
    expect(commands(page).length).toBeGreaterThan(3);
    expect(commands(page).map(wrong).filter(Boolean)).toEqual([]);
  });
});

/** By what each command of the pages is run, as the file that does it has it. */
const RUN_BY: [command: RegExp, file: string, says: string][] = [
  [/^KEY=\S+ npm run erp$/, 'server/office/webhooks/erp.http.test.ts', 'examples/erp/main.ts'],
  [/^npm run shop -- invoice-numbers/, 'server/buying/invoices/known-numbers.http.test.ts', 'tellLastNumber'],
  [/^npm ci$/, '.ci/run', 'npm ci'],
  [/^npm test( -- \w+)?$/, '.ci/run', 'npm test'],
  [/^npm run types$/, 'scripts/test.mjs', "types: ['npm', 'run', '--silent', 'types']"],
  [/^npm run build$/, 'scripts/test.mjs', "['node', 'scripts/build.mjs']"],
  [/^npm prune --omit=dev$/, 'prove/operate/clean-clone.ts', "'prune', '--omit=dev'"],
  [/^openssl rand -base64 32$/, 'prove/operate/clean-clone.ts', "'rand', '-base64', '32'"],
  [/^(DATABASE_URL=\S+ )?npm start$/, 'e2e/start.e2e.ts', "spawn('npm', ['start']"],
  [/^npm run dev$/, 'e2e/start.e2e.ts', 'scripts/dev.mjs'],
  [/^(NODE_ENV=production )?npm run serve$/, 'prove/operate/clean-clone.ts', "spawn('npm', ['run', 'serve']"],
  [/^PROCESSES=4 npm run serve$/, 'e2e/serve.e2e.ts', 'scripts/serve.mjs'],
  [/^npx oxfmt$/, 'scripts/test.mjs', "'oxfmt'"],
  [/^npx vitest run --project (unit|http|e2e) [\w./]+( -t '.+')?$/, 'scripts/test.mjs', "'vitest'"],
  [/^kill -HUP$/, 'e2e/serve.e2e.ts', 'SIGHUP'],
  [/^cp -rL build there\/build$/, 'prove/operate/clean-clone.ts', "run('cp', ['-rL'"],
  [/^ALTER ROLE shop SET /, 'prove/failover.ts', 'roleLimits('],
  [/^node --import tsx prove\/operate\/main.ts/, 'scripts/test.mjs', 'prove/operate/main.ts'],
  // What these measure or prove stands in the pages that they write, with the day on which they last ran.
  [/^npm run prove( -- [\w-]+)?$/, 'docs/proof.md', 'npm run prove -- '],
  [/^npm run bench( -- \w+)?$/, 'docs/performance.md', 'npm run bench'],
];
/** Run by nobody but people, and why. */
const BY_HAND = [
  // Blender, which nobody needs who does not make pictures.
  /^npm run pictures/,
  // kill -HUP by the unit's ExecReload, where systemd runs.
  /^systemctl reload tradebench$/,
  // The packages that the step "operate" misses; it says so itself.
  /^(apt-get|npm) install /,
  // For people to look at.
  /^npm run screens$/,
  // Once for each release; house/migrations.test.ts holds what it writes against the tag.
  /^node scripts\/land\.mjs$/,
  // The name for all of them, each of which is run.
  /^npm run shop -- COMMAND$/,
];

const PEOPLE = /\b(?:EMAIL|[\w.]+@[\w.]+)$/;

it.each(['README.md', 'docs/operations.md', 'CONTRIBUTING.md', 'docs/api.md'])(
  'every command of %s is run by something',
  (page) => {
    const tried = new Set(SAYS.map(([command]) => `npm run shop -- ${command.replace(PEOPLE, 'EMAIL')}`));
    const nobodys = [...commands(page), ...otherCommands(page)]
      .map((command) => command.replace(/ +#.*$/, '').replace(/^(?:[A-Z_]+=\S+ )+(?=npm run shop)/, ''))
      .filter((command) => !tried.has(command.replace(PEOPLE, 'EMAIL')))
      .filter((command) => !RUN_BY.some(([pattern]) => pattern.test(command)))
      .filter((command) => !BY_HAND.some((pattern) => pattern.test(command)));
    expect(nobodys).toEqual([]);
  },
);

it('what is said to run a command does', () => {
  expect(RUN_BY.filter(([, file, says]) => !read(file).includes(says)).map(([, file]) => file)).toEqual([]);
  const files = commands('CONTRIBUTING.md').flatMap(
    (command) => /vitest run --project \w+ (\S+)/.exec(command)?.[1] ?? [],
  );
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
});

describe('settings', () => {
  const PLACES = ['server/environment.ts', 'server/operating-config.ts'];
  /** The names of the environment's two tables, which alone are read. */
  const settings = PLACES.flatMap((file) =>
    [...read(file).matchAll(/^ {2}([A-Z][A-Z0-9_]+): ?\S/gm)].map(([, name = '']) => name),
  );
  /** What stands in the first column of a table of settings. */
  const rows = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    ),
  );

  it('each that is read stands in a table of the README or of docs/operations.md', () => {
    expect(settings.length).toBeGreaterThan(30);
    // Said in the text around the tables, since it changes what the others mean.
    expect(read('README.md')).toContain('`NODE_ENV=production`');
    expect(settings.filter((name) => name !== 'NODE_ENV' && !rows.includes(name))).toEqual([]);
  });

  it('none stands there that nobody reads', () => {
    expect(rows.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('what deploy/ sets is read', () => {
    const given = [
      ...read('deploy/container/example.env').matchAll(/^([A-Z0-9_]+)=/gm),
      ...read('deploy/container/compose.yaml').matchAll(/^ {6}([A-Z0-9_]+): /gm),
      ...read('deploy/kubernetes/tradebench.yaml').matchAll(/^ {2}([A-Z0-9_]+): /gm),
      ...(/^Environment=(.*)$/m.exec(read('deploy/systemd/tradebench.service'))?.[1] ?? '').matchAll(/([A-Z0-9_]+)=/g),
    ].map(([, name = '']) => name);
    expect(given.length).toBeGreaterThan(15);
    expect(given.filter((name) => !settings.includes(name) && !name.startsWith('POSTGRES_'))).toEqual([]);
  });
});

it('would see a command that there is not', () => {
  expect(wrong('npm run shop -- fly')).toContain('no fly');
  expect(wrong('npm run nothing')).toContain('no such script');
  expect(wrong('npm install --global fly')).toContain('nothing asks for it');
  expect(wrong('NODE_ENV=production npm run serve')).toBeNull();
});
