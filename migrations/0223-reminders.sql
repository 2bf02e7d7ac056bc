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
