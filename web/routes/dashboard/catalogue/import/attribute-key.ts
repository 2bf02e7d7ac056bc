const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o' };
const LONGEST = 40;

/** The key of an attribute that is made of a heading: `Länge (mm)` is `laenge-mm`. @param taken those that others have */
export function attributeKey(heading: string, taken: readonly string[]): string {
  const words = heading
    .toLowerCase()
    .replaceAll(/[äöüßæø]/g, (letter) => SPELLED[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST - 3)
    .replaceAll(/^-|-$/g, '');
  const key = words === '' ? 'attribute' : words;
  for (let copy = 1; ; copy++) {
    const each = copy === 1 ? key : `${key}-${copy}`;
    if (!taken.includes(each)) return each;
  }
}
