import { credentialNodes, message, moneyNode, node, type XmlNode } from './cxml-write.ts';
import type { GivenLine } from './given-lines.ts';
import { eclassOf, groupOf, productId } from './oci-fields.ts';
import type { Parties } from './punchout.sql.ts';
import type { Connection } from './sign-in.ts';
import { buyersUnit } from './units.ts';

interface OrderMessage {
  lines: readonly GivenLine[];
  connection: Pick<Connection, 'units' | 'groups' | 'username'>;
  buyerCookie: string;
  /** Of the setup: its sender is whom this goes to. */
  parties: Parties;
  looksOnly: boolean;
  currency: string;
  host: string;
  shopName: string;
}

/** The basket of a visit as a PunchOutOrderMessage. */
export function orderMessage(asked: OrderMessage, now: Date): string {
  const { lines, connection, buyerCookie, parties, looksOnly, currency, host, shopName } = asked;
  const total = lines.reduce((sum, { lineCents }) => sum + lineCents, 0n);
  const header = node(
    'Header',
    {},
    node('From', {}, ...credentialNodes(parties.to)),
    node('To', {}, ...credentialNodes(parties.from)),
    node('Sender', {}, ...credentialNodes(parties.to), node('UserAgent', {}, shopName)),
  );
  const items = lines.map((line, index) => itemIn(line, index + 1, connection, currency));
  const content = node(
    'PunchOutOrderMessage',
    {},
    node('BuyerCookie', {}, buyerCookie),
    node(
      'PunchOutOrderMessageHeader',
      { operationAllowed: looksOnly ? 'inspect' : 'edit' },
      node('Total', {}, moneyNode(total, currency)),
    ),
    ...items,
  );
  return message(host, now, header, node('Message', {}, content));
}

function itemIn(
  { tool, pack, quantity, cents, priceUnit, buyerNumber, leadDays }: GivenLine,
  number: number,
  { units, groups }: OrderMessage['connection'],
  currency: string,
): XmlNode {
  const unit = buyersUnit(units, pack);
  const group = groupOf(groups, tool);
  const classes: [string, string | null | undefined][] = [
    ['UNSPSC', tool.unspsc],
    ['ECLASS', eclassOf(tool)],
    ['custom', group],
  ];
  const known = classes.flatMap(([domain, code]) => (code ? [node('Classification', { domain }, code)] : []));
  return node(
    'ItemIn',
    { quantity: String(quantity), lineNumber: String(number) },
    node(
      'ItemID',
      {},
      node('SupplierPartID', {}, tool.sku ?? tool._id),
      node('SupplierPartAuxiliaryID', {}, productId(tool._id, pack?.code)),
      buyerNumber === null ? null : node('BuyerPartID', {}, buyerNumber),
    ),
    node(
      'ItemDetail',
      {},
      node('UnitPrice', {}, moneyNode(cents, currency)),
      node('Description', { 'xml:lang': 'en' }, node('ShortName', {}, tool.name), tool.description),
      node('UnitOfMeasure', {}, unit),
      priceUnit === 1
        ? null
        : node(
            'PriceBasisQuantity',
            { quantity: String(priceUnit), conversionFactor: '1' },
            node('UnitOfMeasure', {}, unit),
            node('Description', { 'xml:lang': 'en' }, `The price is for ${priceUnit} ${unit}`),
          ),
      ...(known.length > 0 ? known : [node('Classification', { domain: 'custom' }, tool.category ?? '0')]),
      node('ManufacturerPartID', {}, tool.sku ?? tool._id),
      leadDays === null ? null : node('LeadTime', {}, String(leadDays)),
    ),
  );
}
