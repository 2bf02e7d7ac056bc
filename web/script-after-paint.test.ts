import { expect, test } from 'vitest';
import { scriptAfterPaint } from './script-after-paint.ts';

const document = `<head><link rel="modulepreload" href="./assets/entry.js"/><link rel="modulepreload" href="./assets/home.js"/></head>
<script type="module" async="">import "./assets/manifest.js";
import * as route0 from "./assets/root.js";
import * as route1 from "./assets/home.js";

  window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("./assets/entry.js");</script>`;

test('a document asks for its script when it has been painted, all of it at once, and starts it in order', () => {
  const late = scriptAfterPaint(document);
  expect(late).not.toContain('<link rel="modulepreload"');
  expect(late).not.toMatch(/^import /m);
  expect(late).toContain('["./assets/entry.js","./assets/home.js"]');
  const order = [
    'import("./assets/manifest.js")',
    'const [route0,route1]=await Promise.all([import("./assets/root.js"),import("./assets/home.js")])',
    '{"root":route0,"home":route1}',
    'import("./assets/entry.js")',
    'requestAnimationFrame(',
  ].map((part) => late.indexOf(part));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});

test('a document that is written otherwise stays as it is', () => {
  const other = '<script type="module">import "/src/entry.tsx"</script>';
  expect(scriptAfterPaint(other)).toBe(other);
});
