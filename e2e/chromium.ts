import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Where distributions and people put their browsers. */
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What lets Chromium run as root in a container, and keeps it from calling home. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** A browser on this machine, and the variables that it needs beside the process's own. */
interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** A Chromium that is really there: Playwright's own, the system's, else the one inside the npm package @sparticuz/chromium. */
export function findChromium(): Chromium {
  const installed = [playwright.executablePath(), ...SYSTEM].find((path) => existsSync(path));
  return installed ? { executablePath: installed, env: {} } : packedChromium();
}

/** Next to no memory for what is painted, so that hardly any of it is: no test looks at pixels, and opening a page costs less. */
const HARDLY_PAINTED = '--force-gpu-mem-available-mb=1';
/** What paints and what fetches within the browser's own process: every file starts one, and words between processes take longer than both. */
const FEW_PROCESSES = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess,NetworkServiceInProcess2'];

/** @param isPainted whether pictures are taken of the pages */
export async function launchChromium({ isPainted = false } = {}): Promise<Browser> {
  const { executablePath, env } = findChromium();
  const own = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  const args = isPainted ? CHROMIUM_ARGS : [...CHROMIUM_ARGS, HARDLY_PAINTED, ...FEW_PROCESSES];
  const launch = () => playwright.launch({ executablePath, args, env: { ...own, ...env } });
  // The packaged Chromium sometimes dies of SIGSEGV before it answers (one start in some thousand): nothing was tested then.
  return launch().catch(launch);
}

/**
 * Unpacks the packaged browser once per version, with the fonts and the libraries that come with it: a bare image has
 * none. Another process may do the same at this moment, so the folder gets its name when it is whole.
 */
function packedChromium(): Chromium {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const manifest = join(entry.slice(0, entry.lastIndexOf('chromium') + 'chromium'.length), 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const cache = join(import.meta.dirname, '..', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const half = mkdtempSync(join(cache, 'chromium-'));
    // The package unpacks into the temporary folder, and its libraries only where it believes to be on its own platform.
    execFileSync(
      process.execPath,
      ['-e', `import('@sparticuz/chromium').then((packed) => packed.default.executablePath())`],
      { cwd: dirname(manifest), env: { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' } },
    );
    writeFileSync(join(half, 'fonts.conf'), fontSettings(join(folder, 'fonts')));
    try {
      renameSync(half, folder);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** The machine's fonts, and after them the packaged ones for an image that has none. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}</dir>
  <cachedir>${folder}-cache</cachedir>
</fontconfig>
`;
}
