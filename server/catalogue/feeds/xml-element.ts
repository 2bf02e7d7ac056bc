/** Characters that XML cannot say, whatever stands for them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this takes away
const UNSAYABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text without what XML cannot say. */
export function sayable(text: string): string {
  return text.toWellFormed().replaceAll(UNSAYABLE, '');
}

/** An element with a text in it. @param attributes written as they are, such as ` type="gtin"` */
export function element(name: string, text: string, attributes = ''): string {
  const said = sayable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}${attributes}>${said}</${name}>`;
}
