import type { AuditEntry } from '#contract/admin.ts';
import { dollars } from '#web/shell/format.ts';

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
    case 'tool.removed':
      return `Removed ${name}`;
    case 'user.made-admin':
      return `Made ${email} an admin`;
    case 'user.removed':
      return `Removed the user ${email}`;
    case 'user.disabled':
      return `Disabled the account of ${email}`;
    case 'user.enabled':
      return `Enabled the account of ${email} again`;
    case 'order.refunded':
      return `Gave back ${dollars(Number(details['amount']))} of the order ${subject}: ${String(details['reason'])}`;
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
    default:
      return `${action} ${subject} ${JSON.stringify(details)}`;
  }
}

function changes(changed: unknown): string {
  if (typeof changed !== 'object' || changed === null) return '';
  return Object.entries(changed)
    .map(([field, change]: [string, unknown]) => {
      const { from, to } = (typeof change === 'object' && change !== null ? change : {}) as {
        from?: unknown;
        to?: unknown;
      };
      return `${field} from ${told(field, from)} to ${told(field, to)}`;
    })
    .join(', ');
}

function told(field: string, value: unknown): string {
  return field === 'price' && typeof value === 'number' ? dollars(value) : JSON.stringify(value ?? '');
}
