-- Who last said on whose behalf they ask without being trusted to: doctor tells of it, since all customers behind such a proxy share one address.
create table untrusted_proxies (
  only_row boolean primary key default true check (only_row),
  address text not null,
  seen_at timestamptz not null
);
