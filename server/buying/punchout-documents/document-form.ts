import { MOST_PUNCHOUTS, type PunchoutDocument } from '#contract/buying/punchout.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { DocumentForm, Tried } from '#server/office/webhooks/webhook-sender.ts';
import { credentialNodes, node, numberedMessage, type XmlNode } from '#server/buying/punchout/cxml-write.ts';
import { noteCall } from '#server/buying/punchout/log.ts';
import type { Parties } from '#server/buying/punchout/punchout.sql.ts';

/** A document as it is kept until it is sent: without the secret, which is added then. */
export interface KeptDocument extends Parties {
  type: 'Fulfill' | 'InvoiceDetail';
  payloadID: string;
  request: XmlNode;
  shopName: string;
  /** What it is, for the log. */
  says: string;
}

/** How documents to buyers' systems are written in cXML, and their answers read. */
export function cxmlDocuments({ db }: Pick<Database, 'db'>): DocumentForm {
  return {
    most: MOST_PUNCHOUTS,
    contentType: 'text/xml; charset=utf-8',
    path: '/dashboard/punchOut',
    write: ({ data, createdAt }, secret) => writtenDocument(data as KeptDocument, createdAt, secret),
    statusOf,
    async tried(connectionId, { id, type, data }, outcome) {
      const { says } = data as KeptDocument;
      await noteCall(db, connectionId, {
        what: type as PunchoutDocument,
        ok: outcome.state === 'delivered',
        said: `${says}: ${wordsOf(outcome)}`,
        deliveryId: id,
      });
    },
  };
}

function writtenDocument(
  { type, payloadID, from, to, request, shopName }: KeptDocument,
  at: Date,
  secret: string,
): string {
  const [self = { domain: 'NetworkId', identity: shopName }] = from;
  const header = node(
    'Header',
    {},
    node('From', {}, ...credentialNodes([self])),
    node('To', {}, ...credentialNodes(to)),
    node(
      'Sender',
      {},
      node(
        'Credential',
        { domain: self.domain },
        node('Identity', {}, self.identity),
        node('SharedSecret', {}, secret),
      ),
      node('UserAgent', {}, shopName),
    ),
  );
  return numberedMessage({ type, payloadID, at }, header, node('Request', { deploymentMode: 'production' }, request));
}

/** What the answer itself says, where it was read: HTTP says no more than that. */
export function statusOf({ status, answer }: { status: number; answer: string }): number {
  if (status < 200 || status >= 300) return status;
  const [, code] = /<Status\s[^<>]{0,400}?\bcode\s*=\s*["'](\d{3})["']/.exec(answer) ?? [];
  return code === undefined ? status : Number(code);
}

function wordsOf({ state, status, problem }: Tried): string {
  if (state === 'delivered') return 'taken';
  const why = status === null ? (problem ?? 'it could not be sent') : `answered ${status}`;
  return state === 'failed' ? `${why}; given up` : `${why}; it is sent again later`;
}
