-- Data sheets, certificates and the like: [{"_id", "kind", "name", "language", "revision", "size", "file"}], `file` being the name under
-- which the store of uploads has it.
alter table tools add column documents jsonb not null default '[]';
