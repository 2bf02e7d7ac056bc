/** Rows as a sheet that an import takes, the headings first. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${armless(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');
}

/** An import takes one apostrophe away before a sign that a spreadsheet would run; a number's own sign needs none. */
function armless(cell: string): string {
  return /^'*[=+\-@＝＋－＠\t\r\n]/.test(cell) && !/^[+-]?[\d.,]+$/.test(cell) ? `'${cell}` : cell;
}
