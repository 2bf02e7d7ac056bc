/** Files that are here or on their way. */
const asked = new Map<string, Promise<void>>();

/**
 * Stands round every `import()` of the built pages, in the place of Vite's own helper at a quarter of its size (see
 * vite.config.ts): asks for all `files` at once that a part needs, and waits for them. They come into the browser's cache
 * first: a module that could not be had once is never asked for again by the same page.
 * @param files addresses without the slash before them
 * @throws what `load` throws, or an error where a file cannot be had; the next try asks anew
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map((file) => asked.get(file) ?? ask(file)));
  return load();
}

function ask(file: string): Promise<void> {
  const asking = bring(`/${file}`);
  asking.catch(() => asked.delete(file));
  asked.set(file, asking);
  return asking;
}

async function bring(href: string): Promise<void> {
  // The router's own links have a # behind the address: a style that came again would lay out the page anew, its letters too.
  if (document.querySelector(`link[href="${href}"], link[href="${href}#"]`)) return;
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} cannot be had`);
  await answer.blob();
  if (!href.endsWith('.css')) return;
  await new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', resolve);
    link.addEventListener('error', (event) => {
      link.remove();
      reject(event);
    });
    document.head.append(link);
  });
}
