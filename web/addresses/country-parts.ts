import { say } from '#web/saying/say.ts';
/** What a country calls the parts of an address that not all have alike, and whether an address is one without them. */
const USUAL = {
  postalCode: say('Postal code'),
  needsPostalCode: false,
  region: say('State or region'),
  needsRegion: false,
};

const OWN: Record<string, Partial<typeof USUAL>> = {
  AE: { region: say('Emirate'), needsRegion: true },
  AU: { postalCode: say('Postcode'), region: say('State'), needsRegion: true },
  BR: { postalCode: 'CEP', region: say('State'), needsRegion: true },
  CA: { region: say('Province'), needsRegion: true },
  GB: { postalCode: say('Postcode'), region: say('County') },
  IE: { postalCode: say('Eircode'), region: say('County') },
  IN: { postalCode: 'PIN code', region: say('State'), needsRegion: true },
  IT: { region: say('Province'), needsRegion: true },
  JP: { region: say('Prefecture'), needsRegion: true },
  MX: { region: say('State'), needsRegion: true },
  NZ: { postalCode: say('Postcode') },
  US: { postalCode: 'ZIP code', region: say('State'), needsRegion: true },
  ZA: { region: say('Province') },
};
/** Countries that have no postal codes, or whose addresses are as often written without (Universal Postal Union). */
const WITHOUT_POSTAL_CODES = new Set(
  (
    'AE AG AN AO AQ AW BD BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK HM JM KI KM KN ' +
    'KP LY MO MR MW NR NU PA QA RW SB SC SL SR ST SX SY TD TF TG TK TL TO TV UG UM VU WS XK YE ZW'
  ).split(' '),
);

/** @param country ISO 3166-1 alpha-2, or empty where none is chosen yet */
export function partsIn(country: string): typeof USUAL {
  return { ...USUAL, needsPostalCode: country !== '' && !WITHOUT_POSTAL_CODES.has(country), ...OWN[country] };
}
