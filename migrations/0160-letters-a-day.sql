-- What a letter is about, so that so many a day of each kind go to one address. Letters of the version before are counted
-- with those about orders, which are allowed the most.
alter table mails add column about text not null default 'order';
create index mails_to on mails ("to", about, created_at);
