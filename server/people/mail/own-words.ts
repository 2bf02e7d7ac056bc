import { filledText, type LetterFacts, type LetterKind } from '#contract/office/letter-texts.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { OwnWords } from './letter.ts';
import { plainName } from './plain-name.ts';

/** What customers have typed. */
const THEIRS: ReadonlySet<string> = new Set(['name', 'company', 'purchaseOrder']);

/** What the owner adds to a letter of a kind, with its facts in place of its fields. */
export function ownWords<Kind extends LetterKind>(
  { letters }: Pick<Settings, 'letters'>,
  kind: Kind,
  facts: LetterFacts<Kind>,
): OwnWords {
  // A customer's words are no links and no addresses of ours.
  const plain = Object.fromEntries(
    Object.entries<string | undefined>(facts).map(([name, said = '']) => [
      name,
      THEIRS.has(name) ? plainName(said) : said,
    ]),
  );
  return { ...signed({ letters }), text: filledText(letters[kind], plain).trim() };
}

/** What the owner adds to letters that have no text of their own. */
export function signed({ letters }: Pick<Settings, 'letters'>): OwnWords {
  return { text: '', signature: letters.signature.trim(), footer: letters.footer.trim() };
}

/** The facts of an order that its letters may name. */
export function orderFacts(
  order: Pick<Order, 'name' | 'company' | 'number' | 'purchaseOrder' | 'price'>,
  say: Words,
): LetterFacts<'order'> {
  const { name, company, number: orderNumber, purchaseOrder, price } = order;
  return { name, company, orderNumber, purchaseOrder, total: say.money(price) };
}
