import type { Pack } from './packs.ts';

/** What packs are called by themselves, by their codes. */
export const PACK_NAMES: Readonly<Record<string, string>> = {
  BX: 'Box',
  PK: 'Pack',
  CT: 'Carton',
  CS: 'Case',
  PA: 'Packet',
  SET: 'Set',
  KT: 'Kit',
  PR: 'Pair',
  BG: 'Bag',
  SA: 'Sack',
  RO: 'Roll',
  BE: 'Bundle',
  BO: 'Bottle',
  TU: 'Tube',
  CA: 'Can',
  PF: 'Pallet',
  PX: 'Pallet',
  DZN: 'Dozen',
  GRO: 'Gross',
};

/** Packs as a cell of a sheet says them: `BX=12|CT:Master carton=144@4006381333931`, a name where it is not the usual one. */
export function packsText(packs: readonly Pack[]): string {
  return packs
    .map(({ code, name, pieces, gtin }) => {
      const called = /["=|;@]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
      return `${code}${name === PACK_NAMES[code] ? '' : `:${called}`}=${pieces}${gtin === undefined ? '' : `@${gtin}`}`;
    })
    .join('|');
}
