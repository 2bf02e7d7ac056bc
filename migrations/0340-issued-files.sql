-- The files of invoices and credit notes, byte by byte as each was first made: fonts, tools and code that make them change.
create table issued_files (
  number text not null references invoices (number),
  -- PDF on one of two sizes of paper, or XML in one of three formats.
  format text not null check (format in ('a4', 'letter', 'peppol', 'xrechnung', 'cii')),
  -- What it tells that came after it was issued: the payment that it names, or that it is void; empty: nothing.
  tells text not null,
  bytes bytea not null,
  primary key (number, format, tells)
);

create function issued_files_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a paper stays as it went out' using errcode = 'integrity_constraint_violation', constraint = 'issued_files_stay';
end $$;
create trigger issued_files_stay before update or delete on issued_files for each row execute function issued_files_stay();
