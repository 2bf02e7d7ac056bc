import { fieldsOf } from '#server/buying/punchout/buyer-for-tests.ts';
import {
  attributeOf,
  childrenOf,
  type Element,
  elementAt,
  readXml,
  textAt,
} from '#server/buying/punchout/cxml-read.ts';
import type { Arena } from './arena.ts';
import { pause, type Random } from './random.ts';

const RETRY_MS = 100;
const ANSWER_WITHIN_MS = 20_000;
/** A buyer who is not answered for this long has found something worse than a crash. */
const RECOVERY_TIMEOUT_MS = 120_000;
/** Where baskets go back to; nothing listens there, since a browser would send the form. */
export const HOOK = 'https://sap.buyer.test/return?session=7';

/** A connection as the buyer's system has it. */
export interface Connected {
  id: string;
  kind: 'oci' | 'cxml';
  companyId: string;
  username: string;
  secret: string;
}

/** An order that a buyer's system sent. */
export interface SentOrder {
  connection: Connected;
  id: string;
  message: string;
  /** By tool: pieces, and what 100 of them cost, in cents. */
  lines: Map<string, { pieces: number; cents: number }>;
  /** The statuses of all answers to it. */
  said: string[];
  /** A sending of it was broken off or lost: nobody knows when it was read. */
  wasCut: boolean;
}

export interface Play {
  arena: Arena;
  chance: Random;
  side: BuyersSide;
  tools: string[];
  /** By which all companies buy. */
  priceList: string;
  connections: Connected[];
  /** What stands in addresses of visits. */
  tokens: string[];
  orders: SentOrder[];
  counted: Record<'visits' | 'given' | 'expired' | 'wrongSecrets' | 'replays' | 'cut' | 'prices', number>;
  broken: Record<'secret' | 'start' | 'over' | 'basket' | 'twice', string[]>;
}

export interface Answered {
  /** 0: no answer came. */
  status: number;
  text: string;
  location: string;
}

/** What of a basket the shop said that it took: by tool, what it is counted in and how many of it. */
export type Chosen = ReadonlyMap<string, { unit: '' | 'BX'; quantity: number }>;

/** The buyer's side of the doors, over the network to either process. It goes on until it is answered. */
export interface BuyersSide {
  /** Once. @param form what is sent, by POST; @param cutAfterMs breaks off then, whatever comes */
  once(path: string, form?: Record<string, string> | string, cutAfterMs?: number): Promise<Answered>;
  /** Until there is an answer that is none of a shop that is gone or busy. @param lost is told of each that did not come */
  untilAnswered(path: string, form?: Record<string, string> | string, lost?: () => void): Promise<Answered>;
  lost: number;
}

/** @param url of either process */
export function buyersSide(url: () => string, told: (what: string, answer: Answered) => void): BuyersSide {
  const side: BuyersSide = {
    lost: 0,
    async once(path, form, cutAfterMs = ANSWER_WITHIN_MS) {
      const isXml = typeof form === 'string';
      let answered: Answered = { status: 0, text: '', location: '' };
      try {
        const answer = await fetch(url() + path, {
          method: form === undefined ? 'GET' : 'POST',
          redirect: 'manual',
          headers: isXml ? { 'content-type': 'text/xml; charset=utf-8' } : {},
          ...(form === undefined ? {} : { body: isXml ? form : new URLSearchParams(form) }),
          signal: AbortSignal.timeout(cutAfterMs),
        });
        answered = { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' };
      } catch {
        side.lost++;
      }
      // The address of a visit is its own each time.
      told(path.replace(/(visit|start)\/[\w-]{43}/, '$1').replace(/\?.*/, ''), answered);
      return answered;
    },
    async untilAnswered(path, form, lost) {
      const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
      for (;;) {
        const answer = await side.once(path, form);
        if (answer.status === 0) lost?.();
        const isBusy = typeof form === 'string' && statusOf(answer) === '560';
        if ((answer.status !== 0 && answer.status !== 503 && !isBusy) || Date.now() > deadline) return answer;
        await pause(RETRY_MS);
      }
    },
  };
  return side;
}

/** The status that a message says; empty where it is none. */
export function statusOf({ text }: Answered): string {
  return text.startsWith('<?xml') ? attributeOf(elementAt(readXml(text), 'Response/Status'), 'code') : '';
}

/** A message of the buyer's system. */
export function messageOf({ username }: Connected, secret: string, payload: string, request: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">
<cXML payloadID="${payload}" timestamp="2026-01-23T16:00:06-01:00" xml:lang="en-US"><Header>
<From><Credential domain="NetworkId"><Identity>${username}</Identity></Credential></From>
<To><Credential domain="DUNS"><Identity>shop</Identity></Credential></To>
<Sender><Credential domain="NetworkId"><Identity>${username}</Identity><SharedSecret>${secret}</SharedSecret></Credential><UserAgent>Proof</UserAgent></Sender>
</Header><Request deploymentMode="test">${request}</Request></cXML>`;
}

export function setupOf(cookie: string): string {
  return `<PunchOutSetupRequest operation="create"><BuyerCookie>${cookie}</BuyerCookie><BrowserFormPost><URL>${HOOK}</URL></BrowserFormPost></PunchOutSetupRequest>`;
}

/** The path of the address that begins a visit; empty where the answer has none. */
export function startOf({ text }: Answered): string {
  const url = textAt(readXml(text), 'Response/PunchOutSetupResponse/StartPage/URL');
  return url === '' ? '' : new URL(url).pathname;
}

/** A line as it came back. */
export interface Line {
  toolId: string;
  unit: string;
  quantity: string;
  /** Of `priceUnit` units. */
  price: string;
  priceUnit: string;
}

/** The lines that a page gives back by OCI; null where they are not counted from 1 without gaps. */
export function ociLines({ text }: Answered): Line[] | null {
  const fields = new Map(Object.entries(fieldsOf(text)));
  const lines: Line[] = [];
  for (let n = 1; fields.has(`NEW_ITEM-EXT_PRODUCT_ID[${n}]`); n++) {
    const said = (name: string) => fields.get(`NEW_ITEM-${name}[${n}]`) ?? '';
    const [toolId = ''] = said('EXT_PRODUCT_ID').split(':');
    lines.push({
      toolId,
      unit: said('UNIT'),
      quantity: said('QUANTITY'),
      price: said('PRICE'),
      priceUnit: said('PRICEUNIT'),
    });
  }
  const count = [...fields.keys()].filter((name) => name.startsWith('NEW_ITEM-QUANTITY')).length;
  return count === lines.length ? lines : null;
}

/** The lines of an order message. */
export function cxmlLines(message: Element): Line[] {
  return childrenOf(message, 'ItemIn').map((item) => ({
    toolId: textAt(item, 'ItemID/SupplierPartAuxiliaryID').split(':')[0]!,
    unit: textAt(item, 'ItemDetail/UnitOfMeasure'),
    quantity: attributeOf(item, 'quantity'),
    price: textAt(item, 'ItemDetail/UnitPrice/Money'),
    priceUnit: attributeOf(elementAt(item, 'ItemDetail/PriceBasisQuantity'), 'quantity'),
  }));
}

/** The order message that a page gives back. */
export function orderMessageOf({ text }: Answered): Element | undefined {
  const message = fieldsOf(text)['cXML-urlencoded'];
  return message === undefined ? undefined : elementAt(readXml(message), 'Message/PunchOutOrderMessage');
}

/** Puts tools into the basket of a visit, then says all quantities. @returns what it now has to hold; null where it was not taken */
export async function fill(
  side: BuyersSide,
  visit: string,
  tools: readonly string[],
  chance: Random,
): Promise<Chosen | null> {
  const chosen = new Map<string, { unit: '' | 'BX'; quantity: number }>();
  const first = chance.below(tools.length);
  for (let more = 0; more <= chance.below(4); more++) {
    const toolId = tools[(first + more) % tools.length]!;
    const unit = chance.pick(['', 'BX'] as const);
    const quantity = 1 + chance.below(30);
    // An answer that was lost may have added it: the quantity is said anew below.
    const added = await side.untilAnswered(`${visit}/basket`, { tool: toolId, quantity: '1', unit });
    if (added.status !== 303) return null;
    chosen.set(toolId, { unit, quantity });
  }
  const saved = await side.untilAnswered(`${visit}/basket`, quantitiesOf(chosen));
  return saved.status === 303 ? chosen : null;
}

function quantitiesOf(chosen: Chosen): Record<string, string> {
  const fields = [...chosen].map(([toolId, { quantity }]) => [`quantity.${toolId}`, String(quantity)]);
  return { all: 'yes', ...(Object.fromEntries(fields) as Record<string, string>) };
}
