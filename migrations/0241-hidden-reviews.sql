-- The owner may take a review out of sight, and lets it be seen again.
alter table reviews add column hidden boolean not null default false;
