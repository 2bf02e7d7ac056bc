/** What a country calls the parts of an address that not all have alike, and whether an address is one without them. */
const USUAL = {
  postalCode: 'Postal code',
  needsPostalCode: false,
  region: 'State or region',
  needsRegion: false,
};

const OWN: Record<string, Partial<typeof USUAL>> = {
  AE: { region: 'Emirate', needsRegion: true },
  AU: { postalCode: 'Postcode', needsPostalCode: true, region: 'State', needsRegion: true },
  BR: { postalCode: 'CEP', needsPostalCode: true, region: 'State', needsRegion: true },
  CA: { needsPostalCode: true, region: 'Province', needsRegion: true },
  GB: { postalCode: 'Postcode', needsPostalCode: true, region: 'County' },
  IE: { postalCode: 'Eircode', region: 'County' },
  IN: { postalCode: 'PIN code', needsPostalCode: true, region: 'State', needsRegion: true },
  IT: { needsPostalCode: true, region: 'Province', needsRegion: true },
  JP: { needsPostalCode: true, region: 'Prefecture', needsRegion: true },
  MX: { needsPostalCode: true, region: 'State', needsRegion: true },
  NZ: { postalCode: 'Postcode', needsPostalCode: true },
  US: { postalCode: 'ZIP code', needsPostalCode: true, region: 'State', needsRegion: true },
  ZA: { needsPostalCode: true, region: 'Province' },
};
/** Carriers take no parcel there without its postal code. */
const WITH_POSTAL_CODE = ['AT', 'BE', 'CH', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'NL', 'NO', 'PL', 'PT', 'SE'];

/** @param country ISO 3166-1 alpha-2, or empty where none is chosen yet */
export function partsIn(country: string): typeof USUAL {
  return { ...USUAL, needsPostalCode: WITH_POSTAL_CODE.includes(country), ...OWN[country] };
}
