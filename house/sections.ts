import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { projectRoot } from '#server/project-root.ts';

/**
 * Puts a section of measurements into a Markdown file in place of the one of the same title, or behind all others.
 * @param file from the project's folder
 * @param head what a new file begins with
 * @param section the lines below the title
 */
export function putSection(file: string, head: string, title: string, section: string[]): void {
  const path = `${projectRoot}/${file}`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : head;
  const sections = before.split(/^(?=## )/m);
  const mine = [`## ${title}`, '', ...section].join('\n');
  const at = sections.findIndex((text) => text.startsWith(`## ${title}\n`));
  sections.splice(at === -1 ? sections.length : at, 1, mine);
  writeFileSync(path, sections.map((text) => `${text.trimEnd()}\n`).join('\n'));
  // The house's format for tables.
  execFileSync('npx', ['--no-install', 'oxfmt', path], { cwd: projectRoot, stdio: 'ignore' });
}
