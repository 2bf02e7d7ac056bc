/** No name is longer before it is looked at. */
const MOST_READ = 400;

/**
 * What somebody else chose (a name, a company, a line of an address) as a letter may say it: one line without links,
 * e-mail addresses and signs that nobody sees, cut to so many characters. Empty where nothing is left.
 */
export function plainName(text: string, most = 60): string {
  const words = text
    .slice(0, MOST_READ)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .split(/[\s\p{C}\p{Z}]+/u)
    .filter((word) => word !== '' && !isAddress(word))
    // Programs for mail make a link of evil.com, and none of evil. com; Co.KG stays readable.
    .map((word) => word.replaceAll(/\.(?=[\p{L}\p{N}]{2})/gu, '. '));
  const characters = [...words.join(' ')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

function isAddress(word: string): boolean {
  return word.includes('@') || word.includes('://') || /^www\./i.test(word) || /\.[^/]*\//.test(word);
}

/** Name, company and address as one line of a letter. */
export function plainLines(...parts: string[]): string {
  return parts
    .flatMap((part) => part.split('\n'))
    .map((line) => plainName(line, 200))
    .filter((line) => line !== '')
    .join(', ');
}
