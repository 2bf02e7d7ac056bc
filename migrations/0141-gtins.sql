-- Leading zeros do not make another number.
create index tools_gtin on tools (lpad(gtin, 14, '0')) where removed_at is null and gtin is not null;
