import { sentence } from '#contract/sentences.ts';
import { packOf } from '#contract/buying/units.ts';
import type { PunchoutCall } from '#contract/buying/punchout.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import { readBytes } from '#server/engine/http/read-body.ts';
import { findBuyersTool } from './buyers-tool.ts';
import { attributeOf, childrenOf, type Element, elementAt, readXml, textAt } from './cxml-read.ts';
import { answer, node, type StatusCode, type XmlNode } from './cxml-write.ts';
import { noteCall } from './log.ts';
import { orderOf, type OrderingParts, readItems } from './order-request.ts';
import type { Parties } from './punchout.sql.ts';
import { readReturnAddress } from './return-address.ts';
import { buyerOfConnection, type Connection, signIn } from './sign-in.ts';
import { type CloseOrder, withdrawOrder } from './withdrawn-order.ts';
import { prepareVisit } from './visits.ts';

/** The largest message: an order of a thousand lines with long descriptions. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Of how many credentials of one message a name is looked for. */
const MOST_CREDENTIALS = 4;
/** How many messages one network may send in a minute. */
const MESSAGES_PER_MINUTE = 300;
const MAX_COOKIE = 500;

type CxmlParts = OrderingParts & { close: CloseOrder };

interface Answered {
  says: string;
  content?: XmlNode;
}

const CALLS: Record<string, PunchoutCall> = {
  ProfileRequest: 'profile',
  PunchOutSetupRequest: 'setup',
  OrderRequest: 'order',
};

/** The door of cXML 1.2. What is wrong is said in the status of the answer, as the standard has it; HTTP says that it was read. */
export function createCxml(
  parts: CxmlParts,
  failure: (error: unknown) => Promise<{ code: AppError['code']; message: string }>,
) {
  const { config, database } = parts;
  const host = new URL(config.baseUrl).host;
  const limit = createNetworkLimit(MESSAGES_PER_MINUTE);
  return async (request: Request, clientAddress: string): Promise<Response> => {
    let known: Connection | null = null;
    let what: PunchoutCall = 'other';
    try {
      if (config.rateLimits) limit(clientAddress);
      const message = await readMessage(request);
      const sent = elementAt(message, 'Request');
      const asked = sent?.children.find(({ name }) => name !== 'Extension');
      known = await signInBy(parts, elementAt(message, 'Header'), clientAddress);
      if (!asked) throw new AppError('VALIDATION_ERROR', sentence('The message has no Request.'));
      what = CALLS[asked.name] ?? 'other';
      const { says, content } = await answerTo(parts, known, message, asked);
      await noteCall(database.db, known.id, { what, ok: true, said: says });
      return xml(answer(host, new Date(), 200, says, content ?? null), 200);
    } catch (error) {
      const { code, message } =
        error instanceof NotImplemented ? { code: null, message: error.message } : await failure(error);
      if (known) await noteCall(database.db, known.id, { what, ok: false, said: message }).catch(() => undefined);
      const http = code === 'BODY_TOO_LARGE' || code === 'UNSUPPORTED_MEDIA_TYPE' || code === 'METHOD_NOT_ALLOWED';
      return xml(
        answer(host, new Date(), code === null ? 450 : statusOf(code), message),
        http ? ERROR_STATUS[code] : 200,
      );
    }
  };
}

/** What the standard has a status of its own for. */
class NotImplemented extends Error {}

function xml(body: string, status: number): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function statusOf(code: AppError['code']): StatusCode {
  const own: Partial<Record<AppError['code'], StatusCode>> = {
    INVALID_JSON: 400,
    VALIDATION_ERROR: 406,
    RATE_LIMITED: 560,
  };
  const known = own[code];
  if (known !== undefined) return known;
  const status = ERROR_STATUS[code];
  if (status === 401) return 401;
  if (status === 403) return 403;
  if (status === 503 || status === 429) return 560;
  if (status >= 500) return 500;
  return status === 409 || status === 422 ? 409 : 400;
}

/** @throws AppError for what is no message of cXML */
async function readMessage(request: Request): Promise<Element> {
  if (request.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED', sentence('This path only accepts POST.'));
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (!['text/xml', 'application/xml'].includes(type.trim()))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Send cXML as text/xml in UTF-8.'));
  const bytes = await readBytes(request, MAX_BYTES);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('INVALID_JSON', sentence('The document is not in UTF-8.'), { cause });
  }
  const root = readXml(text);
  if (root.name !== 'cXML') throw new AppError('VALIDATION_ERROR', sentence('The document is no cXML.'));
  return root;
}

function credentialsOf(party: Element | undefined): { domain: string; identity: string }[] {
  return childrenOf(party, 'Credential')
    .slice(0, MOST_CREDENTIALS)
    .map((each) => ({
      domain: attributeOf(each, 'domain').slice(0, 200),
      identity: textAt(each, 'Identity').slice(0, 200),
    }))
    .filter(({ identity }) => identity !== '');
}

function partiesOf(message: Element): Parties {
  const header = elementAt(message, 'Header');
  return { from: credentialsOf(elementAt(header, 'From')), to: credentialsOf(elementAt(header, 'To')) };
}

/** By the user name among the identities of who sent it and whom it is from, and the secret of who sent it. */
async function signInBy(
  { config, database }: OrderingParts,
  header: Element | undefined,
  clientAddress: string,
): Promise<Connection> {
  const sender = elementAt(header, 'Sender');
  const secret = childrenOf(sender, 'Credential')
    .map((each) => textAt(each, 'SharedSecret'))
    .find((each) => each !== '');
  const names = [...credentialsOf(sender), ...credentialsOf(elementAt(header, 'From'))].map(({ identity }) => identity);
  let refused: unknown = new AppError(
    'UNAUTHENTICATED',
    sentence('The sender, or the shared secret of this connection, is wrong.'),
  );
  for (const username of new Set(names)) {
    try {
      return await signIn(database, 'cxml', { username, secret: secret ?? '', clientAddress }, config);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      refused = error;
    }
  }
  throw refused;
}

async function answerTo(parts: CxmlParts, connection: Connection, message: Element, asked: Element): Promise<Answered> {
  if (asked.name === 'ProfileRequest') return profile(parts.config.baseUrl);
  if (asked.name === 'PunchOutSetupRequest') return setup(parts, connection, message, asked);
  if (asked.name === 'OrderRequest') {
    const type = attributeOf(elementAt(asked, 'OrderRequestHeader'), 'type') || 'new';
    if (type === 'delete')
      return { says: await withdrawOrder(parts, connection, elementAt(asked, 'OrderRequestHeader')) };
    if (type !== 'new')
      throw new NotImplemented('An order is not changed. Withdraw it (type delete) and send another one.');
    const { order, isNew } = await orderOf(parts, connection, {
      request: asked,
      payload: attributeOf(message, 'payloadID'),
      parties: partiesOf(message),
    });
    const waits = order.state === 'waiting' ? '; it waits for the approval of your company' : '';
    return { says: `Order ${order.number}${waits}${isNew ? '' : ' was placed before'}` };
  }
  throw new NotImplemented('The shop answers ProfileRequest, PunchOutSetupRequest and OrderRequest.');
}

function profile(baseUrl: string): Answered {
  const url = `${baseUrl}/punchout/cxml`;
  const transactions = Object.keys(CALLS).map((requestName) =>
    node('Transaction', { requestName }, node('URL', {}, url)),
  );
  const effectiveDate = '2026-01-01T00:00:00+00:00';
  return { says: 'What the shop answers', content: node('ProfileResponse', { effectiveDate }, ...transactions) };
}

async function setup(
  { config, database }: OrderingParts,
  connection: Connection,
  message: Element,
  asked: Element,
): Promise<Answered> {
  const operation = attributeOf(asked, 'operation') || 'create';
  if (!['create', 'edit', 'inspect'].includes(operation))
    throw new NotImplemented('operation must be create, edit or inspect.');
  await buyerOfConnection(database, connection);
  const returnTo = readReturnAddress('BrowserFormPost', textAt(asked, 'BrowserFormPost/URL'), {
    production: config.production,
    hosts: connection.hosts,
  });
  const items = operation === 'create' ? [] : await readItems(database, connection, childrenOf(asked, 'ItemOut'));
  const lines = new Map<string, { toolId: string; quantity: number; unit?: string }>();
  for (const { tool, pack, pieces } of items) {
    const there = lines.get(tool._id);
    const before = there ? there.quantity * (packOf(tool.packs, there.unit)?.pieces ?? 1) : 0;
    const total = pieces + before;
    const isPack = pack && (!there || there.unit === pack.code);
    lines.set(tool._id, {
      toolId: tool._id,
      ...(isPack ? { quantity: total / pack.pieces, unit: pack.code } : { quantity: total }),
    });
  }
  const selected = elementAt(asked, 'SelectedItem/ItemID');
  const shown =
    (await findBuyersTool(database, textAt(selected, 'SupplierPartAuxiliaryID'))) ??
    (await findBuyersTool(database, textAt(selected, 'SupplierPartID')));
  const country = attributeOf(elementAt(asked, 'ShipTo/Address/PostalAddress/Country'), 'isoCountryCode').toUpperCase();
  const token = await transaction(database, (tx) =>
    prepareVisit(tx, connection.id, {
      returnTo,
      looksOnly: operation === 'inspect',
      opens: shown ? `products/${shown._id}` : lines.size > 0 ? 'basket' : null,
      buyerCookie: textAt(asked, 'BuyerCookie').slice(0, MAX_COOKIE),
      parties: partiesOf(message),
      country: /^[A-Z]{2}$/.test(country) ? country : null,
      lines: [...lines.values()],
    }),
  );
  const url = `${config.baseUrl}/punchout/start/${token}`;
  return {
    says: 'Ready for a visit',
    content: node('PunchOutSetupResponse', {}, node('StartPage', {}, node('URL', {}, url))),
  };
}
