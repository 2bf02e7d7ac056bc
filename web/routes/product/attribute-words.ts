import type { Tool } from '#contract/catalogue/tools.ts';
import type { ToolAttribute } from '#contract/catalogue/attributes.ts';
import { otherUnit, readWritten } from '#contract/catalogue/units.ts';
import { countryName } from '#contract/in-country.ts';

/** What a tool is, as a buyer reads it: `head-weight` is Head weight, 1/2 in stands with 12.7 mm. */
export function factsOf({ attributes, origin, hsCode, gtin, unspsc }: Tool): [name: string, value: string][] {
  const codes = { 'Made in': origin && countryName(origin), 'HS code': hsCode, GTIN: gtin, UNSPSC: unspsc };
  return [
    ...attributes.map((each): [string, string] => [nameOf(each.key), valueOf(each)]),
    ...Object.entries(codes).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  ];
}

/** The same in the terms of schema.org. */
export function attributeData(tool: Tool): Record<string, unknown> {
  const material = tool.attributes.find(({ key }) => key === 'material')?.value;
  return {
    ...(tool.gtin === undefined ? {} : { gtin: tool.gtin }),
    ...(tool.origin === undefined ? {} : { countryOfOrigin: tool.origin }),
    ...(typeof material === 'string' ? { material } : {}),
    ...(tool.attributes.length === 0
      ? {}
      : {
          additionalProperty: tool.attributes.map(({ key, value, unit }) => ({
            '@type': 'PropertyValue',
            name: nameOf(key),
            value,
            ...(unit === undefined ? {} : { unitText: unit }),
          })),
        }),
  };
}

function nameOf(key: string): string {
  const words = key.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueOf({ value, unit }: ToolAttribute): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (unit === undefined) return text;
  const written = readWritten(text);
  const other = written && otherUnit(written.number, unit);
  const whole = written === null || written.unit === null ? `${text} ${unit}` : text;
  return other ? `${whole} (${other})` : whole;
}
