import { leftOfEntry } from '#server/buying/ledger/left-to-pay.ts';
import type { RawQuery } from '#server/engine/db/client.ts';

/** What must not be there, whatever happened: each statement finds it. Proofs and tests look for it after a storm. */
const WRONG: Record<string, string> = {
  'an invoice, fee or payment back that more was settled of than it is, or less than nothing': `
    select id from ledger l where kind in ('invoice', 'fee', 'refund', 'give-back', 'payout') and company_id is not null
      and ${leftOfEntry('l')} not between 0 and -amount_cents`,
  'a payment or credit note that settles more than it is, or less than nothing': `
    select id from ledger l where amount_cents > 0 and company_id is not null
      and kind not in ('reversal', 'charge_undone')
      and ${leftOfEntry('l')} not between 0 and amount_cents`,
  'a company whose entries are not what is open less its credit': `
    select company_id as id from ledger l where company_id is not null group by company_id
    having -sum(amount_cents) <> coalesce(sum(${leftOfEntry('l')}) filter (where amount_cents < 0), 0)
      - coalesce(sum(${leftOfEntry('l')}) filter (where amount_cents > 0), 0)`,
  'an entry that was taken back more than once, or not whole': `
    select l.id from ledger l join ledger back on back.reverses = l.id group by l.id
    having count(*) > 1 or sum(back.amount_cents) <> -l.amount_cents`,
  'a reversed entry that still settles something': `
    select l.id from ledger l join ledger back on back.reverses = l.id
      join settlements s on l.id in (s.credit_id, s.debit_id)
    group by l.id having sum(s.amount_cents) <> 0`,
  'an order of a company that is paid and owed, or owed and settled': `
    select o.id from orders o join (
      select order_id, sum(${leftOfEntry('l')}) as rest from ledger l where kind = 'invoice' group by order_id
    ) owed on owed.order_id = o.id
    where (o.state = 'paid' and owed.rest > 0)
      or (o.state = 'open' and owed.rest = 0 and o.refunded_cents + o.written_off_cents < o.total_cents
        and coalesce(o.to_invoice_cents, 0) = 0)`,
  'an order of a company that is paid, and nothing came for it': `
    select o.id from orders o where o.state = 'paid' and o.company_id is not null
      and exists (select from ledger where order_id = o.id and kind = 'invoice')
      and not exists (select from ledger l join settlements s on s.debit_id = l.id join ledger c on c.id = s.credit_id
      where l.order_id = o.id and l.kind = 'invoice' and c.kind not in ('write-off', 'discount') and (c.kind <> 'credit-note' or c.order_id <> o.id)
      group by c.id having sum(s.amount_cents) > 0)`,
  'an order that says another sum written off than its invoice': `
    select o.id from orders o where o.company_id is not null and o.written_off_cents <> coalesce((
      select sum(s.amount_cents) from ledger l join settlements s on s.debit_id = l.id join ledger c on c.id = s.credit_id
      where l.order_id = o.id and l.kind = 'invoice' and c.kind = 'write-off'), 0)`,
  'an order that says another cash discount than its invoice': `
    select o.id from orders o where o.company_id is not null and o.discount_cents <> coalesce((
      select sum(s.amount_cents) from ledger l join settlements s on s.debit_id = l.id join ledger c on c.id = s.credit_id
      where l.order_id = o.id and l.kind = 'invoice' and c.kind = 'discount'), 0)`,
  'an order that is invoiced as it leaves and says another rest than its invoices leave, or another day on which something is due': `
    select o.id from orders o where o.to_invoice_cents is not null and (
      o.to_invoice_cents <> o.total_cents
        - coalesce((select sum(total_cents) from invoices where order_id = o.id and series = 'invoice'), 0)
        - coalesce((select sum(uninvoiced_cents) from refunds where order_id = o.id and state <> 'failed'), 0)
      or o.due_on is distinct from (select min(l.due_on) from ledger l
        where l.order_id = o.id and l.kind = 'invoice' and ${leftOfEntry('l')} > 0))`,
  'an invoice of which more was credited than it is': `
    select i.number as id from invoices i join invoices note on note.corrects = i.number
    group by i.number having sum(note.total_cents) > i.total_cents or sum(note.tax_cents) > i.tax_cents`,
  'a cash discount that stands though its payment was taken back, or that settles no invoice whole': `
    select l.id from ledger l where l.kind = 'discount' and not exists (select from ledger back where back.reverses = l.id)
      and (exists (select from ledger back where back.reverses = l.taken_by) or ${leftOfEntry('l')} <> 0)`,
  'a company with more credit than came from it': `
    select l.company_id as id from ledger l left join ledger back on back.id = l.reverses
    where l.company_id is not null group by l.company_id
    having coalesce(sum(${leftOfEntry('l')}) filter (where l.amount_cents > 0), 0) > greatest(0, coalesce(sum(l.amount_cents)
      filter (where coalesce(back.kind, l.kind) in ('payment', 'payout', 'charge', 'charge_undone', 'refund', 'refund_failed', 'give-back')), 0))`,
  "an order of nobody's company of which more was given back than came too much": `
    select o.id from orders o join ledger l on l.order_id = o.id where o.company_id is null and l.method is distinct from 'card'
    group by o.id having bool_or(l.kind = 'give-back') and coalesce(sum(l.amount_cents)
      filter (where l.kind in ('charge', 'charge_undone', 'give-back')), 0)
      < case when o.state in ('paid', 'open') and o.paid_by is distinct from 'card' then o.total_cents - o.credited_cents else 0 end`,
  'an invoice or credit note of a company that is no entry': `
    select i.number as id from invoices i join orders o on o.id = i.order_id
    where o.company_id is not null and not exists (select from ledger where id = i.number)`,
};

/** What is wrong in the accounts of companies, in words, with the first id of each; empty where nothing is. */
export async function wrongInAccounts(query: RawQuery): Promise<string[]> {
  const found: string[] = [];
  for (const [what, statement] of Object.entries(WRONG)) {
    const [first] = await query<{ id: string }>(statement);
    if (first) found.push(`${what}: ${first.id}`);
  }
  return found;
}
