-- The account of a firm: all that raises or lowers what it owes, as entries of the ledger that are only added, and which of
-- them settles which. Every balance is a sum over them. With it what the bank says came in, and who was reminded.

alter table ledger
  add column company_id text references companies (id),
  -- What the firm finds it by: the number of the invoice or the credit note, the reference of the bank's statement.
  add column document text not null default '',
  -- When an invoice or a fee must be paid.
  add column due_on date,
  -- The day on which the bank had the money.
  add column received_on date,
  add column reason text not null default '',
  -- The entry that this one takes back, whole.
  add column reverses text references ledger (id),
  add column actor_id text,
  add column idempotency_key text,
  add column idempotency_hash text,
  alter column order_id drop not null,
  alter column payment_intent_id drop not null,
  alter column amount_cents type bigint,
  drop constraint ledger_kind,
  drop constraint ledger_sign,
  add constraint ledger_kind check (kind in ('charge', 'charge_undone', 'refund', 'refund_failed', 'invoice', 'credit-note',
    'payment', 'fee', 'write-off', 'reversal')),
  -- What the firm owes less is positive, what it owes more negative; a reversal is as its entry was not.
  add constraint ledger_sign check (amount_cents <> 0
    and (kind = 'reversal' or (kind in ('refund', 'charge_undone', 'invoice', 'fee')) = (amount_cents < 0))),
  add constraint ledger_whose check (case when kind in ('charge', 'charge_undone', 'refund', 'refund_failed')
    then order_id is not null and payment_intent_id is not null
    -- A card that paid several invoices at once.
    else company_id is not null and (payment_intent_id is null or kind = 'payment') end),
  add constraint ledger_reverses check (kind <> 'reversal' or reverses is not null);
-- With the amounts, so that the sum of a firm with very many entries needs none of the entries themselves.
create index ledger_of_company on ledger (company_id, created_at, id) include (amount_cents) where company_id is not null;
create index ledger_fees on ledger (company_id) where kind = 'fee';
create unique index ledger_reversed_once on ledger (reverses) where reverses is not null;
create unique index ledger_idempotency on ledger (actor_id, idempotency_key) where idempotency_key is not null;

-- So much of what lowers the debt (a payment, a credit note) settles so much of what raised it (an invoice, a fee, money that
-- went back). What a reversal takes back stands here as a negative amount.
create table settlements (
  id bigint generated always as identity primary key,
  credit_id text not null references ledger (id),
  debit_id text not null references ledger (id),
  amount_cents bigint not null constraint settlements_amount check (amount_cents <> 0),
  created_at timestamptz not null default now()
);
create index settlements_credit on settlements (credit_id);
create index settlements_debit on settlements (debit_id) include (amount_cents);
create trigger settlements_are_final before update or delete on settlements for each row execute function ledger_is_final();
create trigger settlements_are_never_emptied before truncate on settlements for each statement execute function ledger_is_final();

-- What is left of an entry to settle others with, or to be settled; nothing of one that was taken back.
create function rest_of(entry ledger) returns bigint language sql stable as $$
  select case when entry.kind in ('reversal', 'charge_undone') or exists (select from ledger where reverses = entry.id) then 0
    when entry.amount_cents < 0
      then -entry.amount_cents - coalesce((select sum(amount_cents) from settlements where debit_id = entry.id), 0)::bigint
    else entry.amount_cents - coalesce((select sum(amount_cents) from settlements where credit_id = entry.id), 0)::bigint end
$$;

-- What belongs to one order settles that order first: its payment and its credit notes its invoice, what is left of the credit
-- notes the money that went back. Whoever calls it has locked the order.
create function settle_order(of_order text) returns void language plpgsql as $$
declare
  debit record;
  credit record;
  part bigint;
begin
  for debit in
    select l.id, rest_of(l) as rest from ledger l where order_id = of_order and amount_cents < 0 order by kind = 'invoice' desc, created_at, id
  loop
    for credit in
      select l.id, rest_of(l) as rest from ledger l where order_id = of_order and amount_cents > 0 order by created_at, id
    loop
      part := least(debit.rest, credit.rest);
      continue when part <= 0;
      insert into settlements (credit_id, debit_id, amount_cents) values (credit.id, debit.id, part);
      debit.rest := debit.rest - part;
    end loop;
  end loop;
end $$;

create function settle_entry() returns trigger language plpgsql as $$
declare
  freed text;
begin
  if new.reverses is not null then
    insert into settlements (credit_id, debit_id, amount_cents)
      select credit_id, debit_id, -sum(amount_cents) from settlements
      where credit_id = new.reverses or debit_id = new.reverses group by credit_id, debit_id having sum(amount_cents) <> 0;
    -- A credit note that was more than what was left of its invoice finds more left of it now.
    for freed in
      select distinct d.order_id from settlements s join ledger d on d.id = s.debit_id
      where s.credit_id = new.reverses and d.order_id is not null order by d.order_id
    loop
      perform settle_order(freed);
    end loop;
  elsif new.order_id is not null then
    perform settle_order(new.order_id);
  end if;
  return null;
end $$;
-- A backup that is restored brings what settles what, and the entries of its papers.
create trigger ledger_settles after insert on ledger for each row
  when (new.company_id is not null and current_setting('shop.restoring', true) is distinct from 'on') execute function settle_entry();

-- An invoice or a credit note to a firm is an entry from the moment at which it is issued, whatever issued it.
create function enter_paper() returns trigger language plpgsql as $$
begin
  insert into ledger (id, company_id, order_id, kind, amount_cents, reference, document, due_on, created_at)
  select new.number, company_id, new.order_id, new.series,
    case new.series when 'invoice' then -new.total_cents else new.total_cents end, new.number, new.number,
    case new.series when 'invoice' then coalesce(due_on, (new.issued_at at time zone new.zone)::date) end, new.issued_at
  from orders where id = new.order_id and company_id is not null;
  return null;
end $$;

-- With all that is asked of the list of who owes, so that it need not look at the orders themselves.
create index orders_owed on orders (company_id, due_on) include (id, refunded_cents, total_cents)
  where state = 'open' and company_id is not null;

create trigger invoices_are_entries after insert on invoices for each row
  when (current_setting('shop.restoring', true) is distinct from 'on') execute function enter_paper();

-- Firms that bought before there were accounts have theirs from the first start.
alter table ledger disable trigger ledger_is_final;
update ledger set company_id = orders.company_id from orders where orders.id = ledger.order_id and orders.company_id is not null;
update ledger undone set reverses = done.id from ledger done
  where undone.kind = 'charge_undone' and undone.company_id is not null and done.kind = 'charge' and done.reference = undone.reference;
alter table ledger enable trigger ledger_is_final;
insert into ledger (id, company_id, order_id, kind, amount_cents, reference, document, due_on, created_at)
  select i.number, company_id, order_id, series, case series when 'invoice' then -i.total_cents else i.total_cents end, i.number, i.number,
    case series when 'invoice' then (issued_at at time zone zone)::date end, issued_at
  from invoices i join orders o on o.id = i.order_id where company_id is not null order by issued_at, sequence;

-- Several invoices of a firm that are paid by card at once: the payment intent at the provider, and how much of which it is for.
create table firm_intents (
  id text primary key,
  company_id text not null references companies (id),
  amount_cents integer not null check (amount_cents > 0),
  -- [{ number, cents }]
  invoices jsonb not null,
  client_secret text not null,
  -- The provider's status as last seen.
  status text not null,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index firm_intents_open on firm_intents (checked_at) where status not in ('succeeded', 'canceled');
create index firm_intents_of_company on firm_intents (company_id);

-- What the shop's bank says came in, and for what it was recorded.

create table bank_imports (
  id text primary key,
  actor_email text not null,
  file_name text not null default '',
  -- What could not be read of it: [{"row": …, "column": …, "message": …}].
  errors jsonb not null default '[]',
  created_at timestamptz not null default now(),
  committed_at timestamptz
);
create index bank_imports_newest on bank_imports (created_at, id);

create table bank_lines (
  import_id text not null references bank_imports (id) on delete cascade,
  row integer not null,
  -- The same for the same payment in whatever file it comes again.
  key text not null,
  received_on date not null,
  amount_cents bigint not null,
  reference text not null,
  payer text not null,
  -- What the dry run found: outcome, why, and for whom.
  found jsonb not null,
  recorded_at timestamptz,
  primary key (import_id, row)
);
-- A payment is recorded once, however often its file is sent.
create unique index bank_lines_recorded on bank_lines (key) where recorded_at is not null;

-- Who was reminded of what, and of what nobody is.

-- The steps of the owner's reminders that an invoice has had, from 1.
create table reminders (
  invoice_number text not null references invoices (number),
  step integer not null check (step > 0),
  company_id text not null references companies (id),
  sent_at timestamptz not null default now(),
  primary key (invoice_number, step)
);
create index reminders_of_company on reminders (company_id, sent_at);

-- Nobody is reminded of these invoices, and these firms of nothing.
create table reminder_holds (
  invoice_number text primary key references invoices (number),
  created_at timestamptz not null default now()
);
alter table companies add column reminders_held boolean not null default false;
