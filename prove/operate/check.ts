import { execFileSync, spawnSync } from 'node:child_process';

/** One thing that is tried with tools from outside the project. */
export interface Check {
  what: string;
  /** Programs that it needs, each with the Debian package that has it. */
  needs: Record<string, string>;
  /** What it lacks beside programs; null where nothing. */
  lacks?: () => string | null;
  /** @returns what was found, in a line. @throws where a promise does not hold */
  run(): Promise<string>;
}

/** In bytes; builds talk a lot. */
const MOST_SAID = 64 * 1024 * 1024;

/** Whether a program is on the machine. */
export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

/** Runs a program to its end. @returns what it said. @throws with what it said, where it failed */
export function run(program: string, args: string[], folder?: string, more: Record<string, string> = {}): string {
  try {
    return execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: MOST_SAID,
      env: { ...process.env, ...more },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** @throws where it is not so */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
