-- Prices that a buyer names against an offer: of which tool, in cents of so many pieces.
alter table quote_messages add column prices jsonb not null default '[]';
