/** Files that are here or on their way. */
const asked = new Map<string, Promise<void>>();

/**
 * Stands round every `import()` of the built pages, in the place of Vite's own helper at a quarter of its size (see
 * vite.config.ts): asks for all `files` at once that a part needs, and waits for its styles.
 * @param files addresses without the slash before them
 * @throws what `load` throws, or an Error where a style cannot be had; the next try asks anew
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map((file) => asked.get(file) ?? ask(file)));
  return load();
}

function ask(file: string): Promise<void> {
  const href = `/${file}`;
  const isStyle = file.endsWith('.css');
  const asking = new Promise<void>((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve();
    const link = document.createElement('link');
    link.rel = isStyle ? 'stylesheet' : 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    link.addEventListener('error', () => {
      asked.delete(file);
      link.remove();
      reject(new Error(`${href} cannot be had`));
    });
    if (isStyle) link.addEventListener('load', () => resolve());
    // A script is waited for by its import.
    else resolve();
    document.head.append(link);
  });
  asked.set(file, asking);
  return asking;
}
