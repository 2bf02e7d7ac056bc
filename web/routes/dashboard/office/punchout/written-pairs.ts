/** Codes that lead to others, a line for each: `BX=KAR`. */
export function writtenPairs(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([from, to]) => `${from}=${to}`)
    .join('\n');
}

/** The same, read. @returns null for a line without a sign of equality */
export function readPairs(text: string): Record<string, string> | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const pairs = lines.map((line) => [
    line.slice(0, line.indexOf('=')).trim(),
    line.slice(line.indexOf('=') + 1).trim(),
  ]);
  if (lines.some((line) => !line.includes('='))) return null;
  return Object.fromEntries(pairs) as Record<string, string>;
}
