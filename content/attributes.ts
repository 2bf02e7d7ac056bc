import type { Attribute } from '#contract/catalogue/attributes.ts';
import german from './catalogue.de.json' with { type: 'json' };
import { inBase } from '#contract/catalogue/units.ts';

/** By what the seed's tools are told apart. */
const attributes: readonly Attribute[] = [
  { key: 'size', name: 'Size', kind: 'number', unit: 'mm', isFacet: true },
  { key: 'length', name: 'Length', kind: 'number', unit: 'mm', isFacet: true },
  { key: 'thread', name: 'Thread', kind: 'choice', unit: null, isFacet: true },
  { key: 'material', name: 'Material', kind: 'choice', unit: null, isFacet: true },
  { key: 'finish', name: 'Finish', kind: 'choice', unit: null, isFacet: true },
  { key: 'drive', name: 'Drive', kind: 'choice', unit: null, isFacet: true },
  { key: 'standard', name: 'Standard', kind: 'choice', unit: null, isFacet: true },
  { key: 'handle', name: 'Handle', kind: 'choice', unit: null, isFacet: true },
  { key: 'hardness', name: 'Hardness', kind: 'choice', unit: null, isFacet: true },
];

const inGerman: Readonly<Record<string, { name: string; choices?: Record<string, string> }>> = german.attributes;

/** The same with what they are called in other languages (catalogue.de.json). */
export const seedAttributes: readonly Attribute[] = attributes.map((attribute) => {
  const de = inGerman[attribute.key];
  return { ...attribute, translations: de ? { de } : {} };
});

/** What a tool is, as the database keeps it. */
interface ToolAttribute {
  key: string;
  value: string;
  unit?: string;
  base?: number;
}

/** How a choice is said in names and descriptions, the first that is there. */
const CHOICES: Readonly<Record<string, readonly (readonly [said: RegExp, value: string])[]>> = {
  material: [
    [/chrome[ -]vanadium/i, 'Chrome vanadium'],
    [/stainless/i, 'Stainless steel'],
    [/\bS2\b/, 'S2 steel'],
    [/carbon steel|\bC\d\d\b/i, 'Carbon steel'],
    [/spring steel/i, 'Spring steel'],
    [/forged iron/i, 'Forged iron'],
    [/bronze/i, 'Bronze'],
    [/brass/i, 'Brass'],
    [/titanium/i, 'Titanium'],
    [/alumini/i, 'Aluminium'],
    [/poly(ethylene|carbonate|ester)/i, 'Plastic'],
  ],
  finish: [
    [/yellow zinc/i, 'Yellow zinc'],
    [/zinc[ -]plated/i, 'Zinc plated'],
    [/galvanised/i, 'Galvanised'],
    [/satin chrome/i, 'Satin chrome'],
    [/matt chrome/i, 'Matt chrome'],
    [/chrome-plated/i, 'Chrome plated'],
    [/black oxide/i, 'Black oxide'],
    [/phosphate/i, 'Phosphate'],
    [/powder[ -]coated/i, 'Powder coated'],
    [/\bbright\b/i, 'Bright'],
  ],
  drive: [
    [/\bPH\d\b|phillips/i, 'Phillips'],
    [/\bPZ\d\b|pozidriv/i, 'Pozidriv'],
    [/torx|\bTX?\d\d\b/i, 'Torx'],
    [/slotted|ISO 2380/i, 'Slotted'],
    [/\bhex\b.*bolt|bolt.*\bhex\b/i, 'External hex'],
  ],
  handle: [
    [/hickory/i, 'Hickory'],
    [/\bash\b/i, 'Ash'],
    [/beech/i, 'Beech'],
    [/fibreglass/i, 'Fibreglass'],
    [/hardwood handle/i, 'Hardwood'],
    [/two-component/i, 'Two-component'],
  ],
};

const NUMBER = String.raw`(\d{1,4}(?:[ -]\d{1,2}\/\d{1,2}|\/\d{1,2}|\.\d{1,3})?)`;
const SIZE = new RegExp(String.raw`${NUMBER} (mm|in)\b`);
const BOLT_LENGTH = new RegExp(String.raw`× ${NUMBER}(?: (mm|in))?`);
const LONG = new RegExp(String.raw`(?:\b(?:handle|length)(?: of)? ${NUMBER} (mm)|${NUMBER} (mm) long)`, 'i');
const THREAD = /\bM\d{1,2}\b|\d\/\d{1,2}-\d\d\b/;
const STANDARD = /\b(?:DIN|EN ISO|EN|ISO|SAE|ASME) [A-Z]?\d{2,5}(?:\.\d+)?/;
const HARDNESS = /\d\d(?:–\d\d)? HRC/;

/** What a tool's name and description say of it. */
export function attributesOf({ name, description }: { name: string; description: string }): ToolAttribute[] {
  const text = `${name}. ${description}`;
  const said: ToolAttribute[] = [];
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined) said.push({ key, value });
  };
  const measure = (key: string, value: string | undefined, unit: string | undefined) => {
    if (value !== undefined && unit !== undefined) said.push({ key, value, unit, base: inBase(numberIn(value), unit) });
  };
  const thread = THREAD.exec(name)?.[0];
  const [, size, unit] = SIZE.exec(name) ?? [];
  if (thread === undefined) measure('size', size, unit);
  const [, boltLength, boltUnit = 'mm'] = BOLT_LENGTH.exec(name) ?? [];
  const [, after, afterUnit, before, beforeUnit] = LONG.exec(description) ?? [];
  if (thread === undefined) measure('length', after ?? before, afterUnit ?? beforeUnit);
  else measure('length', boltLength, boltUnit);
  add('thread', thread);
  for (const [key, choices] of Object.entries(CHOICES)) add(key, choices.find(([pattern]) => pattern.test(text))?.[1]);
  add('standard', STANDARD.exec(text)?.[0]);
  add('hardness', HARDNESS.exec(description)?.[0]);
  return said;
}

function numberIn(value: string): number {
  return value.split(/[ -]/).reduce((sum, part) => {
    const [over = 0, under = 1] = part.split('/').map(Number);
    return sum + over / under;
  }, 0);
}
