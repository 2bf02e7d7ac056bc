import { z } from 'zod';
import { writtenDay } from '#contract/days.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import { BankAccount, bankAccountLines } from '#contract/money/bank-account.ts';
import { countryName } from '#contract/in-country.ts';
import { DeliveryWay, TaxRate } from '#contract/office/settings.ts';
import { partName } from '#web/routes/dashboard/office/settings/part-names.ts';
import { TOOL_FIELDS } from '#web/tool-form/fields.ts';
import { money, pieces } from '#web/shell/format.ts';

type Entry = Pick<AuditEntry, 'action' | 'subject' | 'details'>;
type Details<A extends AuditEntry['action']> = Extract<AuditEntry, { action: A }>['details'];
type Sentences = { [A in AuditEntry['action']]: (details: Details<A>, subject: string) => string };

/** An entry of the audit log as a sentence. An action that it does not know is shown as it was recorded. */
export function describeAction({ action, subject, details }: Entry): string {
  // The action says which details they are.
  const tell = SENTENCES[action] as (details: Entry['details'], subject: string) => string;
  return tell(details, subject);
}

/** What stands for names and addresses that were taken out of an entry, because the people behind them are forgotten. */
const FORGOTTEN = '(forgotten)';
const known = (text: string | undefined) => text ?? FORGOTTEN;
const sum = (amount: number | undefined) => (amount === undefined ? FORGOTTEN : money(amount));

const toolEdited: Sentences['tool.edited'] = ({ name, changed }, id) => `Changed ${name ?? id}: ${changes(changed)}`;
const companyChanged: Sentences['company.changed'] = ({ name, changed }, id) =>
  `Changed the company ${name ?? id}: ${changes(changed)}`;
const transfer = ({ amount, number, date, reference }: Details<'order.payment-recorded'>, id: string) =>
  `${sum(amount)} for order ${number ?? id} by bank transfer of ${date === undefined ? FORGOTTEN : writtenDay(date)}, ${known(reference)}`;

const reviewDone =
  (done: string): Sentences['review.hidden'] =>
  ({ name, rating, review, reason }) =>
    `${done} the review of ${known(name)}${rating === undefined ? '' : `, ${rating} of 5`}: “${known(review)}”${reason ? `. Reason: ${reason}` : ''}`;

const SENTENCES: Sentences = {
  'tool.added': ({ name }, id) => `Added ${name ?? id}`,
  'tool.edited': toolEdited,
  'tool.price-changed': toolEdited,
  'tool.restocked': toolEdited,
  'tool.stock-changed': ({ name, change = 0, reason, left = 0 }, id) =>
    `${change < 0 ? `Removed ${pieces(-change)}` : `Added ${pieces(change)}`} of ${name ?? id}: ${known(reason)}; ${pieces(left)} left`,
  'goods.announced': ({ name, quantity = 0, day }, id) =>
    `Announced ${pieces(quantity)} of ${name ?? id} for ${day === undefined ? FORGOTTEN : writtenDay(day)}`,
  'goods.changed': ({ name, changed }, id) => `Changed incoming goods of ${name ?? id}: ${changes(changed)}`,
  'goods.cancelled': ({ name, quantity = 0 }, id) => `Cancelled ${pieces(quantity)} of ${name ?? id} that were to come`,
  'goods.received': ({ name, quantity = 0 }, id) => `Received ${pieces(quantity)} of ${name ?? id}`,
  'tool.bin-changed': ({ name, bin }, id) =>
    bin === null ? `Removed the bin of ${name ?? id}` : `Set the bin of ${name ?? id} to ${known(bin)}`,
  'tool.cost-changed': ({ name, cost }, id) =>
    cost === null ? `Removed the cost of ${name ?? id}` : `Set the cost of ${name ?? id} to ${sum(cost)} per piece`,
  'tool.removed': ({ name }, id) => `Removed ${name ?? id}`,
  'tool.document-added': ({ document, name }, id) => `Added the document ${known(document)} to ${name ?? id}`,
  'tool.document-removed': ({ document, name }, id) => `Removed the document ${known(document)} from ${name ?? id}`,
  'category.changed': ({ name }, category) =>
    `Changed what the category ${name ?? category} is called in other languages`,
  'attributes.changed': () => 'Changed the attributes of tools',
  'settings.changed': ({ changed }) => `Changed the settings: ${changes(changed)}`,
  'page.saved': ({ name }, slug) => `Wrote the page ${known(name)} at /pages/${slug}`,
  'demo.ended': ({ people = 0, orders = 0, reviews = 0, tools = 0 }) =>
    `Ended the demo: ${pieces(people)} people, ${pieces(orders)} orders, ${pieces(reviews)} reviews and ${pieces(tools)} products removed`,
  'review.hidden': reviewDone('Hid'),
  'review.shown': reviewDone('Showed again'),
  'review.removed': reviewDone('Removed'),
  'page.removed': ({ name }, slug) => `Removed the page ${known(name)} from /pages/${slug}`,
  'user.added': ({ email }, id) => `Opened an account for ${email ?? id}`,
  'user.made-admin': ({ email }, id) => `Made ${email ?? id} an admin`,
  'user.role-changed': ({ email, from, to }, id) =>
    `Changed the role of ${email ?? id} from ${known(from)} to ${known(to)}`,
  'user.invited': ({ email, role }, id) => `Invited ${email ?? id} as ${known(role)}`,
  'user.invitation-withdrawn': ({ email }, id) => `Withdrew the invitation to ${email ?? id}`,
  'user.left': ({ email }, id) => `${email ?? id} removed their own account`,
  'user.removed': ({ email }, id) => `Removed the user ${email ?? id}`,
  'user.noted': ({ email }, id) => `Changed the note on ${email ?? id}`,
  'user.disabled': ({ email }, id) => `Disabled the account of ${email ?? id}`,
  'user.enabled': ({ email }, id) => `Enabled the account of ${email ?? id} again`,
  'company.opened': ({ name }, id) => `Opened the account of the company ${name ?? id}`,
  'company.changed': companyChanged,
  'company.standing-changed': companyChanged,
  'company.member-changed': ({ name, from, to }, id) =>
    `Changed a member of the company ${name ?? id} from ${known(from)} to ${known(to)}`,
  'company.member-removed': ({ name }, id) => `Removed a member from the company ${name ?? id}`,
  'company.payment-recorded': ({ amount, name, date, reference }, id) =>
    `Recorded ${sum(amount)} from the company ${name ?? id}, received ${known(date)}: ${known(reference)}`,
  'company.payment-reversed': ({ amount, name, reason }, id) =>
    `Reversed ${sum(amount)} of the company ${name ?? id}: ${known(reason)}`,
  'company.paid-out': ({ amount, name, date, reference }, id) =>
    `Paid out ${sum(amount)} of credit to the company ${name ?? id}, sent ${known(date)}: ${known(reference)}`,
  'company.credit-used': ({ amount, name }, id) =>
    `Applied ${sum(amount)} of credit to invoices of the company ${name ?? id}`,
  'company.written-off': ({ amount, name, invoice, reason }, id) =>
    `Wrote off ${sum(amount)} of ${known(invoice)} of the company ${name ?? id}: ${known(reason)}`,
  'bank-import.committed': ({ file, payments }) =>
    `Recorded ${known(payments === undefined ? undefined : String(payments))} payments of the bank's file${file ? ` ${file}` : ''}`,
  'bank-import.line': ({ row, ours, note }) =>
    `${ours ? 'Included again' : 'Put aside'} row ${known(row)} of a bank's file${note ? `: ${note}` : ''}`,
  'invoice.held': ({ number, held }, id) => `${held ? 'Stopped' : 'Resumed'} reminders of invoice ${number ?? id}`,
  'company.reminders-held': ({ name, held }, id) =>
    `${held ? 'Stopped' : 'Resumed'} reminders to the company ${name ?? id}`,
  'company.noted': ({ name }, id) => `Changed the note on the company ${name ?? id}`,
  'price-list.added': ({ name }, id) => `Added the price list ${name ?? id}`,
  'price-list.changed': ({ name, changed }, id) => `Changed the price list ${name ?? id}: ${changes(changed)}`,
  'price-list.removed': ({ name }, id) => `Removed the price list ${name ?? id}`,
  'price-list.item-changed': ({ name, tool, toolId, price }, id) =>
    price === null
      ? `Removed a special price from the price list ${name ?? id}`
      : `Set ${known(tool ?? toolId)} to ${sum(price)} in the price list ${name ?? id}`,
  'order.placed': ({ number, price, email }, id) => `Placed order ${number ?? id} of ${sum(price)} for ${known(email)}`,
  'order.approved': ({ number, price, email }, id) =>
    `Approved order ${number ?? id} of ${sum(price)} for ${known(email)}`,
  'order.rejected': ({ number, price, email }, id) =>
    `Rejected order ${number ?? id} of ${sum(price)} for ${known(email)}`,
  'order.refunded': ({ amount, number, reason }, id) =>
    `Refunded ${sum(amount)} of order ${number ?? id}: ${known(reason)}`,
  'order.refund-refused': ({ number, reason }, id) => `Refused a refund of order ${number ?? id}: ${known(reason)}`,
  'order.payment-recorded': (details, id) => `Recorded ${transfer(details, id)}`,
  'order.overpaid-given-back': (details, id) => `Returned an overpayment: ${transfer(details, id)}`,
  'order.payment-undone': (details, id) => `Undid the payment of ${transfer(details, id)}: ${known(details.reason)}`,
  'order.cancelled': ({ number, email }, id) => `Cancelled order ${number ?? id} of ${known(email)}`,
  'order.shipped': ({ pieces: count = 0, number, carrier }, id) =>
    `Shipped ${count.toLocaleString('en-US')} pieces of order ${number ?? id} with ${known(carrier)}`,
  'order.closed': ({ pieces: count = 0, number, reason }, id) =>
    `Closed the rest of order ${number ?? id}, ${count.toLocaleString('en-US')} pieces: ${known(reason)}`,
  'order.changed': ({ number, changed }, id) => `Changed order ${number ?? id}: ${changes(changed)}`,
  'quote.asked': ({ number, email }, id) => `Asked for quote ${number ?? id} for ${known(email)}`,
  'quote.offered': ({ number, version, price }, id) =>
    `Offered version ${version ?? FORGOTTEN} of quote ${number ?? id}, ${sum(price)}`,
  'quote.withdrawn': ({ number }, id) => `Withdrew quote ${number ?? id}`,
  'return.asked': ({ number, order, pieces: count = 0 }, id) =>
    `Reported ${count.toLocaleString('en-US')} pieces of order ${known(order)}: return ${number ?? id}`,
  'return.agreed': ({ number }, id) => `Agreed to return ${number ?? id}`,
  'return.refused': ({ number, reason }, id) => `Refused return ${number ?? id}: ${known(reason)}`,
  'return.arrived': ({ number, pieces: count = 0 }, id) =>
    `Counted ${count.toLocaleString('en-US')} pieces of return ${number ?? id}`,
  'return.settled': ({ number, pieces: count = 0, replacement }, id) =>
    `Settled ${count.toLocaleString('en-US')} pieces of return ${number ?? id}${replacement === undefined ? '' : `, replaced with order ${replacement}`}`,
  'return.closed': ({ number, reason }, id) => `Closed return ${number ?? id}: ${known(reason)}`,
  'import.committed': ({ name, created = 0, changed = 0 }, id) =>
    `Imported ${name ?? id}: ${created} tools added, ${changed} changed`,
  'import.undone': ({ name }, id) => `Undid the import ${name ?? id}`,
  'api-key.made': ({ name, scopes = [] }, id) => `Created the API key ${name ?? id} for ${scopes.join(', ')}`,
  'api-key.revoked': ({ name }, id) => `Revoked the API key ${name ?? id}`,
  'webhook.made': ({ url }, id) => `Added the webhook ${url ?? id}`,
  'webhook.changed': ({ url }, id) => `Changed the webhook ${url ?? id}`,
  'webhook.removed': ({ url }, id) => `Removed the webhook ${url ?? id}`,
  'webhook.secret-renewed': ({ url }, id) => `Created a new secret for the webhook ${url ?? id}`,
  'punchout.made': ({ name, company }, id) =>
    `Added the punch-out connection ${name ?? id} of ${company ?? 'a company'}`,
  'punchout.changed': ({ name }, id) => `Changed the punch-out connection ${name ?? id}`,
  'punchout.removed': ({ name }, id) => `Removed the punch-out connection ${name ?? id}`,
  'punchout.secret-renewed': ({ name }, id) => `Created a new secret for the punch-out connection ${name ?? id}`,
  other: ({ action, written }, subject) => `${action} ${subject} ${JSON.stringify(written)}`,
};

/** What is agreed with companies and said of price lists. */
const AGREED: Partial<Record<string, string>> = {
  status: 'status',
  vatId: 'VAT number',
  priceList: 'price list',
  termsDays: 'days to pay',
  creditLimit: 'credit limit',
  cashDiscount: 'cash discount',
  percentOff: 'percent off each price',
  from: 'first day',
  until: 'last day',
};

/** What a field that was changed is called where people edit it; as it was written down where nobody does. */
export function fieldName(field: string): string {
  const ofTool: Partial<Record<string, { label: string }>> = TOOL_FIELDS;
  return ofTool[field]?.label.replace(' (optional)', '').toLowerCase() ?? AGREED[field] ?? partName(field);
}

function changes(changed: Details<'settings.changed'>['changed'] = {}): string {
  return Object.entries(changed)
    .map(([field, { from, to }]) => `${fieldName(field)} from ${valueText(field, from)} to ${valueText(field, to)}`)
    .join(', ');
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if ((field === 'price' || field === 'creditLimit') && typeof value === 'number') return money(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return shortened(`"${value.replaceAll(/\s*\n\s*/g, ', ')}"`);
  if (Array.isArray(value) && value.length === 0) return 'nothing';
  // What an earlier version wrote down may look otherwise.
  const known = LISTS[field]?.safeParse(value);
  return shortened(known?.success ? known.data : JSON.stringify(value));
}

const Captions = z
  .array(z.object({ image: z.string(), caption: z.string() }))
  .transform((all) => all.map(({ image, caption }) => caption || image).join(', '));

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
  'texts.statistics': z
    .array(z.object({ value: z.string(), label: z.string() }))
    .transform((numbers) => numbers.map(({ value, label }) => `${value} ${label}`).join(', ')),
  'pictures.works': Captions,
  'pictures.certificates': Captions,
  'texts.trust': z
    .array(z.object({ title: z.string() }))
    .transform((points) => points.map(({ title }) => title).join(', ')),
  'company.bankAccount': BankAccount.transform((account) =>
    bankAccountLines(account)
      .map(([, line]) => line)
      .join(', '),
  ),
};

function wayInWords({ name, countries, days, rates, freeFrom, duties }: DeliveryWay): string {
  const where = countries.includes('*') ? 'everywhere' : countries.map((code) => countryName(code)).join(', ');
  const prices = rates.map(({ upTo, price }) => `${money(price)}${upTo === null ? '' : ` up to ${upTo / 1000} kg`}`);
  const free = freeFrom === null ? '' : `, free from ${money(freeFrom)}`;
  return `${name} to ${where} in ${days.join(' to ')} days for ${prices.join(', ')}${free}${duties === undefined ? '' : `, “${duties}”`}`;
}

/** Only the beginning of long texts and lists is shown; the sheet has all of it. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}
