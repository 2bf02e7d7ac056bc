/** What a spreadsheet runs as a formula when a cell begins with it, or a program that reads one; also in full width. */
const ARMED = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Text that no spreadsheet runs: what would be a formula gets an apostrophe before it. `armed` takes it away again. */
export function disarmed(text: string): string {
  return ARMED.test(text) ? `'${text}` : text;
}

/** The text that `disarmed` was given. */
export function armed(text: string): string {
  return text.startsWith("'") && ARMED.test(text.slice(1)) ? text.slice(1) : text;
}
