/** A stock number without what does not count in it: the twin of `plain_code` in the database. */
export function plainCode(written: string): string {
  return asciiLower(written.replaceAll(/[\s/\\‐‑‒–—―−-]+/gu, ''));
}

/** A name without blanks and punctuation: the twin of `plain_name` in the database. */
export function plainName(written: string): string {
  return asciiLower(written.replaceAll(/[\s!-/:-@[-`{-~″′“”„«»‘’‚…‐‑‒–—―−×]+/gu, ''));
}

function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
