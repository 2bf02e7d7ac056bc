/** Words of what went out, and of what came in, in small letters without marks. */
const OUT = new Set(
  (
    'd dr dt dbit dbt deb debit debits debited debet debito debe dare deebet debets debetas soll s af ut out outgoing outbound outflow' +
    ' uit uscita uscite salida saida gasto cargo cargos lastschrift belastung abbuchung auszahlung ausgang abgang uttag utgift withdrawal' +
    ' withdrawals payout moneyout paidout sent spent addebito addebiti obciazenie wn wyplata rozchod odchozi vydaj terheles otto tasumine' +
    ' makse retrait depense decaissement'
  ).split(' '),
);
const IN = new Set(
  (
    'c cr crdt cdt cre credit credits credited kredit credito haber avere kreedit kredits kreditas haben h bij inn in incoming inbound' +
    ' inflow entrata entrate entrada ingreso abono abonos gutschrift einzahlung eingang zugang insattning inkomst deposit deposits payin' +
    ' topup moneyin paidin received accredito accrediti uznanie ma wplata przychod prichozi prijem jovairas pano laekumine depot recette' +
    ' encaissement'
  ).split(' '),
);
/** Those of one letter mean something else in other languages: the heading has to say so, but for these. */
const SIGNS = new Map<string, Way>([
  ['-', 'out'],
  ['−', 'out'],
  ['+', 'in'],
]);
/** Credit in most languages, and nothing else in any; not beside Cargo, which begins with the other letter. */
const KREDIT = 'k';

/** Whether an amount came in or went out. */
export type Way = 'in' | 'out';

/** No such word is longer. */
const MAX_WORD = 40;

/** A word as it is compared: small letters without marks, or a sign. */
export function plainWord(text: string): string {
  const cut = text.trim().slice(0, MAX_WORD).toLowerCase();
  if (SIGNS.has(cut)) return cut;
  return cut.normalize('NFKD').replaceAll(/[^a-z]/g, '');
}

/** What a word means in whatever language; undefined where nobody knows. */
export function wayOfWord(word: string): Way | undefined {
  const sign = SIGNS.get(word);
  if (sign) return sign;
  if (word === KREDIT) return 'in';
  if (OUT.has(word)) return 'out';
  return IN.has(word) ? 'in' : undefined;
}

/** The two words of a heading such as Cargo/Abono or D/K, with what they and their first letters mean; null where it has none. */
export function pairOf(heading: string): Map<string, Way> | null {
  if (heading.length > MAX_WORD) return null;
  // Estonian banks say it twice: Deebet/Kreedit (D/C).
  const words = heading.replace(/\([^()]*\)$/, '');
  const parts = words.split(/[/|–,&-]|\b(?:or|oder|ou|of|eller|o|og|och|y|e|et|und|and)\b/i).map(plainWord);
  const [one = '', other = '', ...more] = parts.filter((part) => part !== '');
  if (one === '' || other === '' || more.length > 0) return null;
  const [first, second] = [wayOfWord(one), wayOfWord(other)];
  const opposite = (way: Way): Way => (way === 'in' ? 'out' : 'in');
  const areLetters = one.length === 1 && other.length === 1;
  const ways = [
    first ?? (areLetters && second ? opposite(second) : undefined),
    second ?? (areLetters && first ? opposite(first) : undefined),
  ];
  if (!ways[0] || !ways[1] || ways[0] === ways[1]) return null;
  const pair = new Map([
    [one, ways[0]],
    [other, ways[1]],
  ]);
  if (one[0] !== other[0]) pair.set(one[0]!, ways[0]).set(other[0]!, ways[1]);
  return pair;
}
