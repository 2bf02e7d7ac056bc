/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | undefined | false | readonly Html[];

/** HTML of a template; whatever is put in is text, unless it is HTML already. Null, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? written(parts[index]) : '')).join(''));
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('\n');
  return escaped(String(part));
}

/** Line breaks as references, which a form keeps as they are. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"'\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
