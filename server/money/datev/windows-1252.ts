/** What stands at 0x80 to 0x9F in Windows-1252; five places are nobody's. */
const SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const BYTES = new Map([...SIGNS].map((sign, index) => [sign, 0x80 + index] as const));

/** A text in Windows-1252: a letter that it lacks loses its accents, and what it then still lacks is a question mark. */
export function windows1252(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const sign of text.normalize('NFC')) {
    const byte = byteOf(sign) ?? byteOf(sign.normalize('NFD').charAt(0));
    bytes.push(byte ?? 0x3f);
  }
  return Uint8Array.from(bytes);
}

function byteOf(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  return BYTES.get(sign);
}
