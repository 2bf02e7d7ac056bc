import { centsToMoney, formatMoney } from '#contract/money.ts';
import { unitPrice } from '#contract/buying/pricing.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { KnownTool } from '#server/buying/pricing/price-lines.ts';
import { html, type Html } from './html.ts';
import { documentOf } from './page-shell.ts';

/** What every page of a visit says. */
export interface Frame {
  /** The path that all addresses of the visit begin with. */
  base: string;
  shopName: string;
  company: string;
  currency: string;
  /** How many lines lie in the basket. */
  lines: number;
  looksOnly: boolean;
  /** The host that the basket goes back to. */
  host: string;
}

/** What was done, or went wrong, said above a page. */
export interface Notice {
  text: string;
  isProblem?: boolean;
}

export function visitPage(frame: Frame, title: string, main: Html, said: Notice | null = null): Html {
  const { base, shopName, company, lines } = frame;
  const top = html`<header>
    <p><strong>${shopName}</strong><br /><span class="soft">Buying for ${company}</span></p>
    <nav aria-label="Shop">
      <ul>
        <li><a href="${base}/products">Products</a></li>
        <li><a href="${base}/basket">Basket (${lines})</a></li>
      </ul>
    </nav>
    <form class="row search" role="search" action="${base}/products" method="get">
      <div class="search">
        <label for="q">Search products</label><input id="q" name="q" type="search" maxlength="200" />
      </div>
      <button>Search</button>
    </form>
  </header>`;
  const notice =
    said &&
    html`<p class="said${said.isProblem ? ' bad' : ''}" role="${said.isProblem ? 'alert' : 'status'}">${said.text}</p>`;
  return documentOf(
    `${title} | ${shopName}`,
    html`${notice}
      <h1>${title}</h1>
      ${main}`,
    { top },
  );
}

export interface Listed {
  tools: readonly Tool[];
  known: ReadonlyMap<string, KnownTool>;
  categories: readonly Category[];
  q: string;
  category: string;
  /** The cursor of the next page. */
  next: string | null;
  total: number;
  /** The address of this page below the visit, to come back to. */
  here: string;
}

export function productsPage(frame: Frame, listed: Listed, said: Notice | null): Html {
  const { tools, known, categories, q, category, next, total, here } = listed;
  const title = q !== '' ? `Results for ${q}` : category !== '' ? category : 'Products';
  const at = (more: Record<string, string>) => `${frame.base}/products?${new URLSearchParams(more).toString()}`;
  const chips = categories.map(
    ({ name, tools: count }) =>
      html`<li>
        <a href="${at({ category: name })}" ${name === category && html` aria-current="page"`}>${name} (${count})</a>
      </li>`,
  );
  const main = html`<nav aria-label="Categories">
      <ul class="chips">
        ${chips}
      </ul>
    </nav>
    ${
      tools.length === 0
        ? html`<p>
            Nothing was found. Try fewer or other words, a part number, or
            <a href="${frame.base}/products">look at all products</a>.
          </p>`
        : html`<p class="soft">
              ${total.toLocaleString('en-US')} ${total === 1 ? 'product' : 'products'}. Prices are those of
              ${frame.company}, without tax.
            </p>
            <ul class="cards">
              ${tools.map((tool) => card(frame, tool, known.get(tool._id), here))}
            </ul>`
    }
    ${next !== null && html`<p><a class="link" href="${at({ ...(q && { q }), ...(category && { category }), cursor: next })}">More products</a></p>`}`;
  return visitPage(frame, title, main, said);
}

function card(frame: Frame, tool: Tool, known: KnownTool | undefined, here: string): Html {
  return html`<li>
    <img src="${tool.image}" alt="" width="640" height="480" loading="lazy" />
    <h2><a href="${frame.base}/products/${tool._id}">${tool.name}</a></h2>
    ${numbers(tool, known)}
    <p class="price">${known ? priceOf(frame, known) : 'Not for sale'}</p>
    ${addForm(frame, known, here)}
  </li>`;
}

function numbers({ sku }: Tool, known: KnownTool | undefined): Html {
  const own = known?.buyerNumber;
  return html`<p class="soft">
    ${sku !== undefined && html`<span>SKU ${sku}</span>`}${sku !== undefined && own && ' · '}${own && html`<span>Your number ${own}</span>`}
  </p>`;
}

/** At the least that can be ordered. */
function priceOf({ currency }: Frame, known: KnownTool): string {
  return priceText(unitPrice(known, known.minOrderQuantity), known.priceUnit, currency);
}

function priceText(cents: number, priceUnit: number, currency: string): string {
  const per = priceUnit === 1 ? 'each' : `per ${priceUnit.toLocaleString('en-US')}`;
  return `${formatMoney(centsToMoney(cents), currency)} ${per}`;
}

/** How a tool is put into the basket; in words where it cannot be. */
function addForm({ base, looksOnly }: Frame, known: KnownTool | undefined, back: string): Html {
  if (looksOnly || !known) return html``;
  const { id, name, packs, minOrderQuantity: least, quantityStep: step, orderable } = known;
  if (orderable < least) return html`<p class="soft">Not in stock</p>`;
  const rule = [
    least > 1 ? `at least ${least.toLocaleString('en-US')}` : '',
    step > 1 ? `in steps of ${step.toLocaleString('en-US')}` : '',
  ].filter((each) => each !== '');
  const bounds = packs.length === 0 ? html` min="${least}" step="${step}"` : html` min="1"`;
  const options = packs.map(
    ({ code, name: pack, pieces }) =>
      html`<option value="${code}">${pack} of ${pieces.toLocaleString('en-US')}</option>`,
  );
  return html`<form class="row" method="post" action="${base}/basket">
      <input type="hidden" name="tool" value="${id}" /><input type="hidden" name="back" value="${back}" />
      <div>
        <label for="quantity-${id}">Quantity<span class="off"> of ${name}</span></label
        ><input
          id="quantity-${id}"
          name="quantity"
          type="number"
          inputmode="numeric"
          required${bounds}
          value="${packs.length === 0 ? least : ''}"
        />
      </div>
      ${
        packs.length > 0 &&
        html`<div>
          <label for="unit-${id}">Unit<span class="off"> of ${name}</span></label
          ><select id="unit-${id}" name="unit">
            <option value="">pieces</option>
            ${options}
          </select>
        </div>`
      }
      <button class="buy">Add to basket<span class="off">: ${name}</span></button>
    </form>
    <p class="soft">
      ${orderable.toLocaleString('en-US')} ${orderable === 1 ? 'piece' : 'pieces'} can be
      ordered${rule.length > 0 && `, ${rule.join(', ')}`}
    </p>`;
}

export function productPage(
  frame: Frame,
  tool: Tool,
  { known, names, said }: { known: KnownTool | undefined; names: ReadonlyMap<string, string>; said: Notice | null },
): Html {
  const facts: [string, string | undefined][] = [
    ['SKU', tool.sku],
    ['Your number', known?.buyerNumber ?? undefined],
    ['Category', tool.category],
    ['Sold in', tool.packs.map(({ name, pieces }) => `${name} of ${pieces.toLocaleString('en-US')}`).join(', ')],
    ...tool.attributes.map(({ key, value, unit }): [string, string] => [
      names.get(key) ?? key,
      typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : typeof value === 'number' && unit
          ? `${value} ${unit}`
          : `${value}`,
    ]),
    ['Weight per piece', tool.weight > 0 ? `${tool.weight.toLocaleString('en-US')} g` : undefined],
    ['GTIN', tool.gtin],
    ['UNSPSC', tool.unspsc],
  ];
  const breaks = known?.priceBreaks ?? [];
  const main = html`<div class="tool">
    <p><img src="${tool.image}" alt="" width="640" height="480" /></p>
    <div>
      <p class="price">${known ? priceOf(frame, known) : 'Not for sale'}</p>
      ${
        known &&
        breaks.length > 0 &&
        html`<table>
          <caption class="off">
            Prices for more
          </caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col" class="n">Price</th>
            </tr>
          </thead>
          <tbody>
            ${breaks.map(
              ({ from, cents }) =>
                html`<tr>
                  <td>${from.toLocaleString('en-US')} pieces</td>
                  <td class="n">${priceText(cents, known.priceUnit, frame.currency)}</td>
                </tr>`,
            )}
          </tbody>
        </table>`
      }
      ${addForm(frame, known, `/products/${tool._id}`)}
      <dl>
        ${facts.flatMap(([name, value]) =>
          value
            ? [
                html`<dt>${name}</dt>
                  <dd>${value}</dd>`,
              ]
            : [],
        )}
      </dl>
      <p class="text">${tool.description}</p>
      ${
        tool.documents.length > 0 &&
        html`<h2>Documents</h2>
          <ul>
            ${tool.documents.map(({ name, url }) => html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${name}</a></li>`)}
          </ul>`
      }
    </div>
  </div>`;
  return visitPage(frame, tool.name, main, said);
}
