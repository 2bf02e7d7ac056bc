-- Pages that the owner writes: imprint, terms and others.

create table pages (
  -- Their address, below /pages/.
  slug text primary key,
  title text not null,
  -- Markdown.
  text text not null,
  -- Where it is led to from.
  place text not null constraint pages_place check (place in ('footer', 'menu', 'none')),
  -- That of the text, such as de; null: the shop's own.
  language text,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
