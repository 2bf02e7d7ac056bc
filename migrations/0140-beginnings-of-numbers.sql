-- The order pad asks which words of a paste begin a stock number, or a number of the firm's own, before it asks for the numbers.
create index tools_plain_code_begins on tools (plain_code(sku) text_pattern_ops) where removed_at is null and sku is not null;
create index company_part_numbers_begins on company_part_numbers (company_id, plain text_pattern_ops);
