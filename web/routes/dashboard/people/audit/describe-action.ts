import { z } from 'zod';
import { writtenDay } from '#contract/days.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import { BankAccount, bankAccountLines } from '#contract/money/bank-account.ts';
import { countryName } from '#contract/in-country.ts';
import { DeliveryWay, TaxRate } from '#contract/office/settings.ts';
import { partName } from '#web/routes/dashboard/office/settings/settings-values.ts';
import { TOOL_FIELDS } from '#web/tool-form/fields.ts';
import { money, pieces } from '#web/shell/format.ts';

/** An entry of the audit log as a sentence. An action that it does not know is told as it was written down. */
export function describeAction({
  action,
  subject,
  details,
}: Pick<AuditEntry, 'action' | 'subject' | 'details'>): string {
  const name = typeof details['name'] === 'string' ? details['name'] : subject;
  const email = typeof details['email'] === 'string' ? details['email'] : subject;
  switch (action) {
    case 'tool.added':
      return `Added ${name}`;
    case 'tool.edited':
    case 'tool.price-changed':
    case 'tool.restocked':
      return `Changed ${name}: ${changes(details['changed'])}`;
    case 'tool.stock-changed':
      return `${stockChange(Number(details['change']))} of ${name}: ${String(details['reason'])}; ${pieces(Number(details['left']))} left`;
    case 'settings.changed':
      return `Changed the settings: ${changes(details['changed'])}`;
    case 'tool.removed':
      return `Removed ${name}`;
    case 'tool.document-added':
      return `Added the document ${String(details['document'])} to ${name}`;
    case 'tool.document-removed':
      return `Took the document ${String(details['document'])} from ${name}`;
    case 'user.made-admin':
      return `Made ${email} an admin`;
    case 'user.role-changed':
      return `Changed the role of ${email} from ${String(details['from'])} to ${String(details['to'])}`;
    case 'user.invited':
      return `Invited ${email} as ${String(details['role'])}`;
    case 'user.invitation-withdrawn':
      return `Withdrew the invitation of ${email}`;
    case 'user.left':
      return `${email} removed their own account`;
    case 'user.removed':
      return `Removed the user ${email}`;
    case 'user.disabled':
      return `Disabled the account of ${email}`;
    case 'user.enabled':
      return `Enabled the account of ${email} again`;
    case 'attributes.changed':
      return 'Changed the attributes of tools';
    case 'user.added':
      return `Opened an account for ${email}`;
    case 'company.opened':
      return `Opened the account of the firm ${name}`;
    case 'company.changed':
    case 'company.standing-changed':
      return `Changed the firm ${name}: ${changes(details['changed'])}`;
    case 'company.member-changed':
      return `Made somebody of the firm ${name} ${String(details['to'])}, who was ${String(details['from'])}`;
    case 'company.member-removed':
      return `Took somebody out of the firm ${name}`;
    case 'company.payment-recorded':
      return `Recorded ${money(Number(details['amount']))} of the firm ${name}, received ${String(details['date'])}: ${String(details['reference'])}`;
    case 'company.payment-reversed':
      return `Took back ${money(Number(details['amount']))} of the firm ${name}: ${String(details['reason'])}`;
    case 'price-list.added':
      return `Added the price list ${name}`;
    case 'price-list.changed':
      return `Changed the price list ${name}: ${changes(details['changed'])}`;
    case 'price-list.removed':
      return `Removed the price list ${name}`;
    case 'price-list.item-changed':
      return details['price'] === null
        ? `Took a tool's own price out of the price list ${name}`
        : `Set ${String(details['tool'])} to ${money(Number(details['price']))} in the price list ${name}`;
    case 'order.placed':
      return `Placed the order ${String(details['number'])} of ${money(Number(details['price']))} for ${email}`;
    case 'order.refunded':
      return `Gave back ${money(Number(details['amount']))} of the order ${String(details['number'] ?? subject)}: ${String(details['reason'])}`;
    case 'order.refund-refused':
      return `Refused a refund of the order ${String(details['number'])}: ${String(details['reason'])}`;
    case 'order.payment-recorded':
      return `Recorded ${money(Number(details['amount']))} for the order ${String(details['number'])} by bank transfer of ${writtenDay(String(details['date']))}, ${String(details['reference'])}`;
    case 'order.payment-undone':
      return `Undid the payment of ${money(Number(details['amount']))} for the order ${String(details['number'])} by bank transfer of ${writtenDay(String(details['date']))}, ${String(details['reference'])}: ${String(details['reason'])}`;
    case 'order.cancelled':
      return `Cancelled the order ${String(details['number'])} of ${email}`;
    case 'order.approved':
      return `Approved the order ${String(details['number'])} of ${money(Number(details['price']))} for ${email}`;
    case 'order.rejected':
      return `Rejected the order ${String(details['number'])} of ${money(Number(details['price']))} for ${email}`;
    case 'order.shipped':
      return `Shipped ${Number(details['pieces']).toLocaleString('en-US')} pieces of the order ${String(details['number'])} with ${String(details['carrier'])}`;
    case 'order.changed':
      return `Changed the order ${String(details['number'])}: ${changes(details['changed'])}`;
    case 'import.committed':
      return `Imported ${name}: ${Number(details['created'])} tools added, ${Number(details['changed'])} changed`;
    case 'import.undone':
      return `Put back the import ${name}`;
    case 'api-key.made':
      return `Made the API key ${name} for ${Array.isArray(details['scopes']) ? details['scopes'].join(', ') : ''}`;
    case 'api-key.revoked':
      return `Revoked the API key ${name}`;
    case 'webhook.made':
      return `Added the webhook ${String(details['url'])}`;
    case 'webhook.changed':
      return `Changed the webhook ${String(details['url'])}`;
    case 'webhook.removed':
      return `Removed the webhook ${String(details['url'])}`;
    case 'webhook.secret-renewed':
      return `Made a new secret for the webhook ${String(details['url'])}`;
    default:
      return `${action} ${subject} ${JSON.stringify(details)}`;
  }
}

function stockChange(change: number): string {
  return change < 0 ? `Took ${pieces(-change)}` : `Added ${pieces(change)}`;
}

/** What a field that was changed is called where people edit it; as it was written down where nobody does. */
export function fieldName(field: string): string {
  const ofTool: Partial<Record<string, { label: string }>> = TOOL_FIELDS;
  return ofTool[field]?.label.replace(' (optional)', '').toLowerCase() ?? partName(field);
}

function changes(changed: unknown): string {
  if (typeof changed !== 'object' || changed === null) return '';
  return Object.entries(changed)
    .map(([field, change]: [string, unknown]) => {
      const { from, to } = (typeof change === 'object' && change !== null ? change : {}) as {
        from?: unknown;
        to?: unknown;
      };
      return `${fieldName(field)} from ${told(field, from)} to ${told(field, to)}`;
    })
    .join(', ');
}

function told(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (field === 'price' && typeof value === 'number') return money(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return shortened(`"${value.replaceAll(/\s*\n\s*/g, ', ')}"`);
  if (Array.isArray(value) && value.length === 0) return 'nothing';
  // What an earlier version wrote down may look otherwise.
  const known = LISTS[field]?.safeParse(value);
  return shortened(known?.success ? known.data : JSON.stringify(value));
}

/** What stands in the settings and in tools that is no text and no number, in words. */
const LISTS: Record<string, z.ZodType<string>> = {
  tax: z
    .array(TaxRate)
    .transform((rates) =>
      rates.map(({ country, percent, name }) => `${countryName(country)} ${percent} % ${name}`).join(', '),
    ),
  delivery: z.array(DeliveryWay).transform((ways) => ways.map(wayInWords).join('; ')),
  priceBreaks: z
    .array(z.object({ from: z.number(), price: z.number() }))
    .transform((breaks) => breaks.map(({ from, price }) => `${money(price)} from ${pieces(from)}`).join(', ')),
  'texts.reasons': z
    .array(z.object({ title: z.string() }))
    .transform((reasons) => reasons.map(({ title }) => title).join(', ')),
  'company.bankAccount': BankAccount.transform((account) =>
    bankAccountLines(account)
      .map(([, line]) => line)
      .join(', '),
  ),
};

function wayInWords({ name, countries, days, rates, freeFrom }: DeliveryWay): string {
  const where = countries.includes('*') ? 'everywhere' : countries.map(countryName).join(', ');
  const prices = rates.map(({ upTo, price }) => `${money(price)}${upTo === null ? '' : ` up to ${upTo / 1000} kg`}`);
  const free = freeFrom === null ? '' : `, free from ${money(freeFrom)}`;
  return `${name} to ${where} in ${days.join(' to ')} days for ${prices.join(', ')}${free}`;
}

/** Long texts and lists are told by their beginning; the sheet has all of it. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}
