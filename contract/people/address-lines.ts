/** An address in parts; what it does not have is empty. `country` is ISO 3166-1 alpha-2. */
export interface AddressParts {
  street: string;
  extra: string;
  postalCode: string;
  town: string;
  region: string;
  country: string;
}

/** The address alone, without whose it is. */
export function addressParts({ street, extra, postalCode, town, region, country }: AddressParts): AddressParts {
  return { street, extra, postalCode, town, region, country };
}

/** What there is of some lines, as one text; empty ones are left out. */
export function filledLines(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/** The lines of an address as they stand on a parcel, without the country, which stands below them by its name. */
export function addressLines({ street, extra, postalCode, town, region }: Omit<AddressParts, 'country'>): string[] {
  return [street, extra, [postalCode, town].filter((part) => part !== '').join(' '), region].filter(
    (line) => line !== '',
  );
}

/** Whom an invoice is to, as lines, without the country. */
export function partyLines(party: { name: string; company: string } & AddressParts): string[] {
  return [party.company, party.name, ...addressLines(party)].filter((line) => line !== '');
}
