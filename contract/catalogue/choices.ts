/** A choice as it stands in a list with commas between: a comma within it, and a backslash, has a backslash before it. */
export function writtenChoice(choice: string): string {
  return choice.replaceAll(/[\\,]/g, String.raw`\$&`);
}

/** The choices of such a list, none of them empty. A backslash before anything else is itself. */
export function splitChoices(text: string): string[] {
  const parts = text.match(/(?:\\[\\,]|[^,])+/g) ?? [];
  return parts.map((part) => part.replaceAll(/\\([\\,])/g, '$1').trim()).filter((part) => part !== '');
}
