const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = /<script type="module" async="">([^<]*)<\/script>/;
const ROUTE = /^import \* as (\w+) from ("[^"]+");$/gm;
const MANIFEST = /^import ("[^"]+");$/m;

/**
 * Makes a document's script wait for its first paint: nothing that is seen needs it, and on a slow line it would take
 * turns with the style, the letters and the pictures. A document that looks otherwise stays as it is.
 */
export function scriptAfterPaint(html: string): string {
  const code = START.exec(html)?.[1];
  const manifest = code && MANIFEST.exec(code)?.[1];
  if (!manifest) return html;
  const routes = [...code.matchAll(ROUTE)];
  const rest = code.replace(MANIFEST, '').replace(ROUTE, '').trim();
  const files = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const late = [
    'const start=async()=>{',
    `for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `await import(${manifest});`,
    `const [${routes.map(([, name]) => name).join()}]=await Promise.all([${routes.map(([, , file]) => `import(${file})`).join()}]);`,
    `${rest}};`,
    // A page that is not looked at is never painted.
    'if(document.hidden)start();else requestAnimationFrame(()=>setTimeout(start));',
  ].join('');
  return html.replace(PRELOAD, '').replace(START, () => `<script type="module" async="">${late}</script>`);
}
