import type { Tool } from '#contract/catalogue/tools.ts';
import type { AttributeName, ToolAttribute } from '#contract/catalogue/attributes.ts';
import { otherUnit, readWritten } from '#contract/catalogue/units.ts';
import { countryName } from '#contract/in-country.ts';
import { say } from '#web/saying/say.ts';

/** What a tool is, as a buyer reads it. */
export function factsOf(
  { attributes, packs, origin, hsCode, gtin, unspsc, weight }: Tool,
  names: readonly AttributeName[],
): [name: string, value: string][] {
  const ofPiece = weight > 0 ? valueOf({ key: '', value: weight, unit: 'g' }) : undefined;
  const codes = {
    'Sold in': packs.map(({ name, pieces }) => `${name} of ${pieces.toLocaleString('en-US')}`).join(', '),
    'Weight per piece': ofPiece,
    'Made in': origin && countryName(origin),
    'HS code': hsCode,
    GTIN: gtin,
    UNSPSC: unspsc,
  };
  return [
    ...attributes.map((each) => attributeFact(each, names)),
    ...Object.entries(codes).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  ];
}

/** One of its attributes, by its name, 1/2 in with 12.7 mm. */
export function attributeFact(
  attribute: ToolAttribute,
  names: readonly AttributeName[],
): [name: string, value: string] {
  return [nameOf(attribute.key, names), valueOf(attribute)];
}

/** The same in the terms of schema.org, to be written as JSON, which leaves out what is undefined. */
export function attributeData(tool: Tool, names: readonly AttributeName[]): Record<string, unknown> {
  const material = tool.attributes.find(({ key }) => key === 'material')?.value;
  const properties = tool.attributes.map(({ key, value, unit }) => ({
    '@type': 'PropertyValue',
    name: nameOf(key, names),
    value: typeof value === 'string' && unit !== undefined ? withoutUnit(value) : value,
    unitText: unit,
  }));
  return {
    gtin: tool.gtin,
    countryOfOrigin: tool.origin,
    material: typeof material === 'string' ? material : undefined,
    additionalProperty: properties.length === 0 ? undefined : properties,
  };
}

/** A number whose unit is said beside it. */
function withoutUnit(text: string): string {
  const unit = readWritten(text)?.unit ?? '';
  return text.slice(0, text.length - unit.length).trim();
}

function nameOf(key: string, names: readonly AttributeName[]): string {
  return names.find((each) => each.key === key)?.name ?? key;
}

function valueOf({ value, unit }: ToolAttribute): string {
  if (typeof value === 'boolean') return value ? say('Yes') : say('No');
  const text = String(value);
  if (unit === undefined) return text;
  const written = readWritten(text);
  const other = written && otherUnit(written.number, unit);
  const whole = written === null || written.unit === null ? `${text} ${unit}` : text;
  return other ? `${whole} (${other})` : whole;
}
