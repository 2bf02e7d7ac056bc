-- Unused since 1.1.0, before which the processes of 1.0.0 are stopped (docs/decisions/050): what numbered, entered, settled and
-- credited behind a change of state. The code does it where it happens, in the same transaction.

drop trigger orders_issue_invoice on orders;
drop trigger refunds_issue_credit_note on refunds;
drop trigger invoices_are_entries on invoices;
drop trigger ledger_settles on ledger;
drop trigger companies_keep_a_manager on company_members;
drop function issue_invoice();
drop function issue_credit_note();
drop function issue_credit_notes(text);
drop function enter_paper();
drop function settle_entry();
drop function settle_order(text);
drop function rest_of(ledger);
drop function take_number(text, integer);
drop function invoice_number(text, integer, integer);
drop function buyer_of(orders);
drop function year_in(timestamptz, text);
drop function companies_keep_a_manager();

-- How money came or went is said by whoever writes it, and no longer by how an id begins. A process of 1.0.0 that still runs does not
-- say it: it can neither enter money nor mark an order paid nor decide on a refund.

alter table orders alter column paid_by drop expression;
alter table orders add constraint orders_paid_by
  check (coalesce(paid_by in ('card', 'transfer', 'account'), true) and (state = 'paid') = (paid_by is not null));

alter table ledger disable trigger ledger_is_final;
alter table ledger alter column method drop expression;
update ledger set method = case kind when 'give-back' then 'transfer' else 'none' end where method is null;
alter table ledger enable trigger ledger_is_final;
alter table ledger alter column method set not null;
-- 'none': no money moved.
alter table ledger add constraint ledger_method check (method in ('card', 'transfer', 'none')
  and (method = 'none') = (kind in ('invoice', 'credit-note', 'fee', 'write-off', 'reversal')));

alter table refunds alter column method drop expression;
alter table refunds alter column method set not null;
alter table refunds alter column payment_intent_id drop not null;
update refunds set payment_intent_id = null where method = 'credit';
alter table refunds add constraint refunds_method check (method in ('card', 'transfer', 'credit')
  and (method = 'credit') = (payment_intent_id is null));
