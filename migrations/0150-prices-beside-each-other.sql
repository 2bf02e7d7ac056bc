-- A tool may have two prices in the order of prices for as long as a transaction takes: an import writes those to come before it locks
-- the tools, so that orders wait for less (decision 515). The index is made here, the key in 0151, which locks the tools for a moment.
create unique index tool_prices_of_tools on tool_prices (tool_id, price_cents);
