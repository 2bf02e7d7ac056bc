import { saySentence } from '#server/engine/words/say.ts';
import type { Attribute, ToolAttribute } from '#contract/catalogue/attributes.ts';
import { codePoints } from '#contract/text.ts';
import { type AttributeRow } from '#server/catalogue/attributes/attributes.sql.ts';
import { attributeRow } from '#server/catalogue/attributes/attributes.ts';
import { armed } from '#server/engine/sheets/armed-text.ts';
import { eitherWay, type NumberStyle, readYesNo } from './cell-values.ts';

/** The most attributes of one tool, and the longest choice, as the contract has them. */
const MAX_OF_A_TOOL = 60;
const MAX_CHOICE = 80;
/** No number is written with more signs than this. */
const MAX_NUMBER = 60;

/** What a tool is by one attribute, as a sheet says it: a number with its unit, a flag as yes or no. */
export function attributeText({ value, unit }: ToolAttribute): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return unit === undefined || text.endsWith(unit) ? text : `${text} ${unit}`;
}

/** What a cell says of its attribute; a number without a unit is in the attribute's own. */
export function readAttributeCell(
  attribute: Attribute,
  cell: string | number | boolean,
  reading: Pick<NumberStyle, 'decimalCommas' | 'written'>,
): AttributeRow | { problem: string } {
  const { key, kind, name } = attribute;
  const text = armed(String(cell)).trim();
  if (kind === 'choice') {
    if (codePoints(text) > MAX_CHOICE) return { problem: `${name} may have at most ${MAX_CHOICE} characters` };
    return inWords(attributeRow(attribute, { key, value: text }));
  }
  if (kind === 'flag') {
    const said = readYesNo(text);
    return 'problem' in said ? said : { key, value: said.value };
  }
  if (text.length > MAX_NUMBER) return { problem: `${name} must be a number such as 13, 12.7 or 1/2` };
  const end = /[^\d½¼¾⅛⅜⅝⅞.,/+\- ]/.exec(text)?.index ?? text.length;
  const unit = text.slice(end).trim();
  const value = withPoint(text.slice(0, end).trim(), reading);
  if (typeof value === 'object') return value;
  return inWords(attributeRow(attribute, { key, value, ...(unit === '' ? {} : { unit }) }));
}

/** What is wrong with rows of a sheet is kept with it, in English. */
function inWords(row: ReturnType<typeof attributeRow>): AttributeRow | { problem: string } {
  return 'problem' in row ? { problem: saySentence(row.problem, 'en') } : row;
}

/** A number with a point before its decimals and nothing between thousands; unlike a price it may have three decimals. */
function withPoint(
  number: string,
  { decimalCommas, written }: Pick<NumberStyle, 'decimalCommas' | 'written'>,
): string | { problem: string } {
  const hasDecimalCommas = decimalCommas || written?.commas === 'decimals';
  if (/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(number) && hasDecimalCommas) return { problem: eitherWay(number) };
  if (!number.includes(',')) return number;
  const isGrouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(number);
  if (!isGrouped || hasDecimalCommas) return number.replaceAll('.', '').replace(',', '.');
  if (written && /,\d{3}$/.test(number)) written.joined ??= number;
  return number.replaceAll(',', '');
}

function saysTheSame(one: ToolAttribute, other: ToolAttribute): boolean {
  return one.unit === other.unit && withoutUnit(one) === withoutUnit(other);
}

function withoutUnit({ value, unit }: ToolAttribute): string {
  const text = String(value);
  return unit !== undefined && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
}

/**
 * What a tool is after a row of a sheet: what the row does not name stays, and what it says as it is said already stays as it was written.
 * @param said by key; null takes one away
 */
export function mergeAttributes(
  now: readonly ToolAttribute[],
  said: ReadonlyMap<string, AttributeRow | null>,
): ToolAttribute[] | { problem: string } {
  const there = now.flatMap((each) => {
    const row = said.get(each.key);
    if (row === undefined) return [each];
    return row === null ? [] : [saysTheSame(row, each) ? each : row];
  });
  const added = [...said.values()].flatMap((row) =>
    row === null || now.some(({ key }) => key === row.key) ? [] : [row],
  );
  const all = [...there, ...added];
  return all.length > MAX_OF_A_TOOL ? { problem: `A tool can have at most ${MAX_OF_A_TOOL} attributes` } : all;
}
