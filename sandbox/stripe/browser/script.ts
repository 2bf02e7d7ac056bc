type Part = (...args: never[]) => unknown;

/**
 * The text of a browser script: `main` called with its parts. Each function is sent as it stands, so it may use
 * nothing but the browser, its own arguments and its own inner functions; the types are checked all the same.
 */
export function scriptOf<Parts extends Record<string, Part>>(main: (parts: Parts) => void, parts: Parts): string {
  const given = Object.entries(parts).map(([name, part]) => `${name}: ${part.toString()}`);
  // Some loaders of TypeScript (tsx) name inner functions through this helper.
  const helper = 'const __name = (inner) => inner;';
  return `'use strict';\n(() => {\n${helper}\n(${main.toString()})({\n${given.join(',\n')}\n});\n})();\n`;
}
