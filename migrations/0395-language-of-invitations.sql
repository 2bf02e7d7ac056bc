-- In which language somebody is written to who is invited: into a company, or by the shop, whose own it is where nobody says.
alter table company_invitations add column language text not null default 'en';
alter table invitations add column language text;
