/** A header is one line, whatever a person's name holds (attacks T82). */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this takes out
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
}
