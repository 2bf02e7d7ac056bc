/** What a spreadsheet runs as a formula when a cell begins with it, or a program that reads one; also in full width, and behind blanks
 * and signs that nobody sees, which some programs take away first. */
const ARMED = /^(?:['\s\p{Cf}\p{DI}]*[=+\-@＝＋－＠]|'*[\t\r\n])/u;

/** Text that no spreadsheet runs: what would be a formula gets an apostrophe before it. `armed` takes it away again. */
export function disarmed(text: string): string {
  return ARMED.test(text) ? `'${text}` : text;
}

/** The text that `disarmed` was given. */
export function armed(text: string): string {
  return text.startsWith("'") && ARMED.test(text.slice(1)) ? text.slice(1) : text;
}
