import type { AuditEntry } from '#contract/admin.ts';
import { partName } from '#web/routes/dashboard/settings/settings-values.ts';
import { dollars, pieces } from '#web/shell/format.ts';

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
      return `Changed the settings: ${changes(details['changed'], partName)}`;
    case 'tool.removed':
      return `Removed ${name}`;
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
    case 'order.placed':
      return `Placed the order ${String(details['number'])} of ${dollars(Number(details['price']))} for ${email}`;
    case 'order.refunded':
      return `Gave back ${dollars(Number(details['amount']))} of the order ${String(details['number'] ?? subject)}: ${String(details['reason'])}`;
    case 'order.refund-refused':
      return `Refused a refund of the order ${String(details['number'])}: ${String(details['reason'])}`;
    case 'order.payment-recorded':
      return `Recorded ${dollars(Number(details['amount']))} for the order ${String(details['number'])} by bank transfer of ${String(details['date'])}, ${String(details['reference'])}`;
    case 'order.cancelled':
      return `Cancelled the order ${String(details['number'])} of ${email}`;
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

function changes(changed: unknown, nameOf: (field: string) => string = (field) => field): string {
  if (typeof changed !== 'object' || changed === null) return '';
  return Object.entries(changed)
    .map(([field, change]: [string, unknown]) => {
      const { from, to } = (typeof change === 'object' && change !== null ? change : {}) as {
        from?: unknown;
        to?: unknown;
      };
      return `${nameOf(field)} from ${told(field, from)} to ${told(field, to)}`;
    })
    .join(', ');
}

function told(field: string, value: unknown): string {
  return field === 'price' && typeof value === 'number' ? dollars(value) : shortened(JSON.stringify(value ?? ''));
}

/** Long texts and lists are told by their beginning; the sheet has all of it. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}
