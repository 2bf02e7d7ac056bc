-- In which language whoever buys is written to: a person's own wish, else the shop's; an order and a company keep theirs.
alter table users add column language text;
alter table companies add column language text not null default 'en';
alter table orders add column language text not null default 'en';
