/** The cells that a spreadsheet puts on the clipboard: tabs between them, quotation marks around what has a tab or a line break. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/gy;
  const trimmed = text.replace(/(\r\n|\n|\r)$/, '');
  for (let match = cell.exec(trimmed); match; match = cell.exec(trimmed)) {
    const [, written = '', end = ''] = match;
    rows.at(-1)?.push(/^".*"$/s.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}

/** Cells as a spreadsheet takes them from the clipboard. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((each) => (/[\t\r\n"]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join('\t'))
    .join('\n');
}
