-- What staff note of a firm for each other; its people never see it.
alter table companies add column staff_note text not null default '';
