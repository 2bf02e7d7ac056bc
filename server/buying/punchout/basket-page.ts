import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import { formatMoney } from '#contract/money.ts';
import { html, type Html } from './html.ts';
import { type Frame, type Notice, visitPage } from './visit-pages.ts';

/** Why a line cannot be given back, and what would do. */
function problemOf({
  problem,
  minOrderQuantity,
  quantityStep,
  orderable,
  suggestion,
  unit,
  unitQuantity,
  quantity,
}: PricedLine) {
  const number = (pieces: number | null) => (pieces ?? 0).toLocaleString('en-US');
  const said = {
    TOOL_NOT_FOUND: 'It is no longer sold. Remove it.',
    BELOW_MINIMUM: `At least ${number(minOrderQuantity)} pieces have to be ordered.`,
    NOT_A_MULTIPLE: `It is sold in steps of ${number(quantityStep)} pieces.`,
    OUT_OF_STOCK: `Only ${number(orderable)} pieces can be ordered now.`,
  };
  if (problem === null) return null;
  if (problem === 'TOOL_NOT_FOUND' || suggestion === null) return said[problem];
  const pieces = unit !== null && unitQuantity ? quantity / unitQuantity : 1;
  return suggestion % pieces === 0
    ? `${said[problem]} The nearest quantity is ${number(suggestion / pieces)}.`
    : `${said[problem]} The nearest quantity is ${number(suggestion)} pieces.`;
}

interface ShownBasket {
  priced: Pick<Priced, 'lines' | 'goods' | 'freight'>;
  /** What was tools' names, of those that are no longer for sale too. */
  names: ReadonlyMap<string, string>;
  /** The window that the basket goes back to; empty: this one. */
  target: string;
}

export function basketPage(frame: Frame, { priced, names, target }: ShownBasket, said: Notice | null): Html {
  const { base, host, looksOnly } = frame;
  const { lines, goods, freight } = priced;
  const money = (amount: number) => formatMoney(amount, frame.currency);
  const leave = html`<form method="post" action="${base}/leave" ${target !== '' && html` target="${target}"`}>
    <button class="plain">Leave without buying</button>
  </form>`;
  if (lines.length === 0)
    return visitPage(
      frame,
      'Basket',
      html`<p>The basket is empty. <a href="${base}/products">Find products</a>.</p>
        ${leave}`,
      said,
    );
  const main = html`<form method="post" action="${base}/basket" id="basket">
      <input type="hidden" name="all" value="yes" />
      <ol class="lines">
        ${lines.map((line) => row(frame, line, names.get(line.toolId) ?? 'A product that is gone'))}
      </ol>
      <p>
        <span class="price">${money(goods)}</span>
        <span class="soft"
          >for goods, without
          tax${freight !== null && freight > 0 && `; delivery of ${money(freight)} is charged with the order`}</span
        >
      </p>
      <p>Nothing is ordered here: the basket goes back to ${host}, where you go on.</p>
      <div class="actions">
        ${!looksOnly && html`<button class="plain">Update quantities</button>`}
        <button class="buy" formaction="${base}/give-back" ${target !== '' && html` formtarget="${target}"`}>
          Give the basket back
        </button>
      </div>
    </form>
    ${!looksOnly && lines.map(({ toolId }, index) => html`<form method="post" action="${base}/basket" id="remove-${index}"><input type="hidden" name="tool" value="${toolId}" /><input type="hidden" name="remove" value="yes" /></form>`)}
    ${leave}`;
  return visitPage(frame, 'Basket', main, said);

  function row({ currency }: Frame, line: PricedLine, name: string): Html {
    const { toolId, unitName, unitQuantity, quantity, unit, unitPrice, priceUnit, price } = line;
    const counted =
      unit !== null && unitQuantity && unitName
        ? { name: `${unitName} of ${(quantity / unitQuantity).toLocaleString('en-US')}`, quantity: unitQuantity }
        : { name: 'pieces', quantity };
    const problem = problemOf(line);
    const per = priceUnit === null || priceUnit === 1 ? 'each' : `per ${priceUnit.toLocaleString('en-US')}`;
    return html`<li>
      <div>
        <h2><a href="${base}/products/${toolId}">${name}</a></h2>
        <p class="soft">
          ${line.sku !== null && html`<span>SKU ${line.sku}</span>`}${line.buyerNumber !== null && html`<span> · Your number ${line.buyerNumber}</span>`}
        </p>
        ${problem !== null && html`<p class="bad" id="problem-${toolId}">${problem}</p>`}
      </div>
      <div>
        <label for="q-${toolId}">Quantity, ${counted.name}<span class="off"> of ${name}</span></label
        ><input
          id="q-${toolId}"
          name="quantity.${toolId}"
          type="number"
          inputmode="numeric"
          min="0"
          required
          value="${counted.quantity}"
          ${looksOnly && html` readonly`}${problem !== null && html` aria-invalid="true" aria-describedby="problem-${toolId}"`}
        />
      </div>
      <p>
        ${unitPrice !== null && price !== null && html`<span class="price">${formatMoney(price, currency)}</span><br /><span class="soft">${formatMoney(unitPrice, currency)} ${per}</span>`}
      </p>
      ${!looksOnly && html`<button class="plain" form="remove-${lines.indexOf(line)}">Remove<span class="off"> ${name}</span></button>`}
    </li>`;
  }
}
