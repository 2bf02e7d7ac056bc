import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { importsOf, isForTests, sourceFiles } from './source-files.ts';

const files = sourceFiles('.ts', '.tsx').map((file) => ({ ...file, imports: importsOf(file) }));
const shipped = files.filter(({ path }) => !isForTests(path) && !path.endsWith('.config.ts'));

/** Imports that break a rule, as `file → what it imports`. */
function crossings(from: RegExp, forbidden: (imported: string, path: string) => boolean): string[] {
  return shipped
    .filter(({ path }) => from.test(path))
    .flatMap(({ path, imports }) => imports.filter((name) => forbidden(name, path)).map((name) => `${path} → ${name}`));
}

/** What a file imports by name, without what is a type alone. */
function importedNames(text: string): string[] {
  return [...text.matchAll(/^import (?!type\b)[^;]*?\{([^}]*)\} from/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((each) => {
      const name = each.trim().replace(/ as .*/, '');
      return name === '' || name.startsWith('type ') ? [] : name;
    }),
  );
}

describe('the walls of the house', () => {
  it('the imports are really read', () => {
    expect(files.find(({ path }) => path === 'server/run.ts')?.imports).toContain('server/config.ts');
    expect(shipped.length).toBeGreaterThan(100);
  });

  it('contract/ imports zod and itself alone', () => {
    expect(crossings(/^contract\//, (name) => name !== 'zod' && !name.startsWith('contract/'))).toEqual([]);
  });

  it('sheets/ imports neither the server nor pages: it runs in both', () => {
    expect(crossings(/^sheets\//, (name) => name.startsWith('node:') || /^(server|web|sandbox)\//.test(name))).toEqual(
      [],
    );
  });

  it('web/ imports neither the server nor a stand-in', () => {
    expect(crossings(/^web\//, (name) => /^(server|sandbox)\//.test(name))).toEqual([]);
  });

  it('a page makes its forms with the hook that reads what stands in their fields', () => {
    const others = files.filter(
      ({ path, text }) =>
        path.startsWith('web/') &&
        path !== 'web/forms/use-form.ts' &&
        /^import [^;]*\buseForm\b[^;]* from 'react-hook-form'/m.test(text),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('server/ imports no page', () => {
    expect(crossings(/^server\//, (name) => name.startsWith('web/'))).toEqual([]);
  });

  it('server/ reaches the stand-ins in its two entries alone, which leave them out in production', () => {
    const entries = new Set(['server/run.ts', 'server/cli.ts']);
    const outside = crossings(/^server\//, (name, path) => name.startsWith('sandbox/') && !entries.has(path));
    expect(outside).toEqual([]);
  });

  it('content/ imports neither server, web nor stand-ins', () => {
    expect(crossings(/^content\//, (name) => /^(server|web|sandbox)\//.test(name))).toEqual([]);
  });

  it('nothing that is shipped imports from the tests', () => {
    expect(crossings(/./, (name) => isForTests(name))).toEqual([]);
  });

  it('whoever calls somebody outside sees to it that the call ends', () => {
    // decision 421: fetch is settlingFetch, and what has no fetch stands inside of settles().
    const speaks =
      /(?:\b(?:await|return)|[=(,:]|\?\?)\s*fetch\s*[(,);\]]|\bcreateTransport\(|\bAwsClient\(|\{[^}]*\b(?:connect|createConnection|request|Socket)\b[^}]*\} from 'node:(?:https?|tls|net|http2)'/;
    const listening =
      /^server\/(?:listen|engine\/db\/(?:client|folder-lock|watched-connection|postgres)|client-address)\.ts$/;
    const careless = shipped
      .filter(({ path }) => path.startsWith('server/') && !listening.test(path))
      .filter(({ text }) => speaks.test(text) && !/\bsettles\(|\bsettlingFetch\(/.test(text))
      .map(({ path }) => path);
    expect(careless).toEqual([]);
    expect(shipped.filter(({ text }) => speaks.test(text)).map(({ path }) => path)).toContain(
      'server/engine/outside/outside.ts',
    );
  });

  it('web/api knows no subject: what is read and written stands in web/queries', () => {
    expect(crossings(/^web\/api\//, (name) => name.startsWith('web/queries/'))).toEqual([]);
  });

  it('pages send nothing themselves: they ask web/queries', () => {
    // The session speaks for itself, and whoever signs in is where it begins.
    const senders = /^(?:call|callFile|callList|identityCall|sendFile|userCall|userCallList|userFile|withToken)$/;
    const sending = files.flatMap(({ path, text }) => {
      if (!/^web\/(?!api\/|queries\/|session\/)/.test(path) || isForTests(path)) return [];
      return importedNames(text).flatMap((name) => (senders.test(name) ? `${path} → ${name}` : []));
    });
    expect(sending).toEqual([]);
    expect(importedNames(files.find(({ path }) => path === 'web/queries/buying/orders.ts')?.text ?? '')).toContain(
      'userCall',
    );
  });

  it('the parts in web/ui fetch nothing', () => {
    expect(crossings(/^web\/ui\//, (name) => /^web\/(api|queries|session|routes)\//.test(name))).toEqual([]);
  });

  it('pages use tables of nobody, and stand-ins have their own', () => {
    expect(crossings(/^(web|sandbox|content|contract)\//, (name) => name.endsWith('.sql.ts'))).toEqual([]);
  });
});

describe('packages', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(projectRoot, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const packageOf = (name: string) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/');
  const isPackage = (name: string) =>
    !/^(node:|virtual:|contract\/|server\/|sheets\/|web\/|content\/|sandbox\/|house\/|e2e\/|prove\/|bench\/|examples\/|scripts\/|\.cache\/)/.test(
      name,
    ) && !builtinModules.includes(name);

  it('every imported package is named in package.json', () => {
    const unnamed = files.flatMap(({ path, imports }) =>
      imports
        .filter((name) => isPackage(name) && !(packageOf(name) in { ...dependencies, ...devDependencies }))
        .map((name) => `${path} → ${name}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('the server runs without the development packages', () => {
    expect(
      // The examples of server/docs are text for others' programs.
      crossings(
        /^(server(?!\/docs\/examples)|sheets|contract|content)\//,
        (name) => isPackage(name) && !(packageOf(name) in dependencies),
      ),
    ).toEqual([]);
  });
});
