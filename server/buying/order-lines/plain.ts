/** A stock number without what does not count in it: the twin of `plain_code` in the database. */
export function plainCode(written: string): string {
  return smallLetters(written.replaceAll(/[\s/\\‐‑‒–—―−-]+/gu, ''));
}

/** A name without blanks and punctuation: the twin of `plain_name` in the database. */
export function plainName(written: string): string {
  return smallLetters(written.replaceAll(/[\s!-/:-@[-`{-~″′“”„«»‘’‚…‐‑‒–—―−×]+/gu, ''));
}

/** The twin of `small_letters` in the database: Latin, Greek and Cyrillic letters, and ß as its capitals are written. */
function smallLetters(text: string): string {
  return text
    .replaceAll(/(?!İ)[A-ZÀ-ŽȘȚΆ-ΫЀ-ЯҐẞ]/gu, (letter) => letter.toLowerCase())
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
