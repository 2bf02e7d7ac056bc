import { saySentence } from '#server/engine/words/say.ts';
import type { KeptCells, ToolCells, WrittenCell } from '#contract/catalogue/imports.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { NewTool, type Tool } from '#contract/catalogue/tools.ts';
import type { Config } from '#server/config.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { SentFile } from '#server/catalogue/documents/document-files.ts';
import { NOT_KEPT } from '#server/engine/pictures/kept-pictures.ts';
import { isFromKnownHost, knownHosts } from '#server/engine/pictures/picture-hosts.ts';
import { isGtin, WRONG_GTIN } from '#contract/catalogue/gtin.ts';
import { mergeAttributes } from './attribute-cells.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { numbersOf } from '#server/catalogue/tools/gtins.ts';
import { pricesFor } from '#server/catalogue/tools/price-units.ts';
import { changedKept } from './kept-cells.ts';
import { mergePacks } from './pack-cells.ts';
import { mergeDocuments, type WrittenDocument } from './document-cells.ts';
import { plainText } from './match-tools.ts';
import type { SheetRow } from './read-row.ts';
import { cellsOf, contradictionsIn, fieldsOf, sameCell } from './same-cell.ts';
import type { StagedRow } from './staged-row.ts';
import { standIns } from './stand-ins.ts';

/** What there is of the files that rows name, and where their pictures may come from. */
interface Files extends Pick<Config, 'imageHosts'> {
  /** Those that were sent by themselves, by their plain names. */
  sent: ReadonlyMap<string, SentFile>;
  /** Addresses of uploaded pictures that there are not. */
  missing: ReadonlySet<string>;
  /** Which tool has which number under its bar code or a pack's; a row that gives one is put in. */
  owners: Map<string, string>;
  /** Of which tools something that lists or the books say cannot be said for so many pieces. */
  cannotFollow: ReadonlyMap<string, string>;
  /** What staff alone keep of tools, by their ids. */
  kept(toolId: string): Required<KeptCells>;
}

/** What a spreadsheet writes when it takes a stock number for a day or for a large number. */
const DISTORTED =
  /^(\d{1,2}[-. ]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*([-. ]\d{2,4})?|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]\d{1,4}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{4}-\d\d-\d\d( 00:00:00)?|\d([.,]\d+)?E\+\d+)$/i;

/** A row about a tool that there is; null where it changes nothing. What speaks against it is added to its errors. */
export function stageChange(read: SheetRow, tool: Tool, files: Files): StagedRow | null {
  countStock(read, tool.availableQuantity);
  const now = cellsOf(tool);
  for (const field of ['sku', 'name'] as const)
    if (plainText(read.cells[field] ?? '') === plainText(now[field] ?? '') && field in read.cells)
      Object.assign(read.cells, { [field]: now[field] });
  sayAttributes(read, tool.attributes);
  sayDocuments(read, tool._id, tool.documents, files.sent);
  sayPacks(read, tool.packs);
  sayPriceUnit(read, tool, files);
  const changed = fieldsOf(read.cells).filter((field) => !sameCell(now[field], read.cells[field]));
  const pick = (cells: ToolCells): ToolCells => Object.fromEntries(changed.map((field) => [field, cells[field]]));
  refuse(read, { ...now, ...read.cells }, changed, files);
  refuseGtins(read, tool._id, { now, changed, after: { ...now, ...read.cells } }, files);
  const kept = changedKept(files.kept(tool._id), read.kept);
  if (changed.length === 0 && Object.keys(kept.after).length === 0) return null;
  return {
    row: read.row,
    toolId: tool._id,
    isNew: false,
    name: tool.name,
    before: pick(now),
    after: pick(read.cells),
    keptBefore: kept.before,
    keptAfter: kept.after,
    stockSeen: null,
  };
}

/**
 * A row about a tool that is new. What speaks against it is added to its errors. The clock in its id goes ahead by its row, so that new
 * tools are in the order of the sheet by their ids, too.
 */
export function stageNew(read: SheetRow, files: Files): StagedRow {
  const toolId = newId(Date.now() + read.row);
  read.stockThen = null;
  countStock(read, 0);
  for (const field of ['sku', 'name'] as const) {
    const cell = read.cells[field];
    if (typeof cell === 'string') read.cells[field] = plainText(cell);
  }
  sayAttributes(read, []);
  sayDocuments(read, toolId, [], files.sent);
  sayPacks(read, []);
  const { attributes, documents } = read.cells;
  const given: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(read.cells))
    if (value !== null && field !== 'attributes' && field !== 'documents') given[field] = value;
  for (const [field, value] of Object.entries(standIns(read.cells))) {
    if (field in given) continue;
    given[field] = value;
    read.missing.push(field);
  }
  const parsed = NewTool.safeParse(given);
  const broken = new Set(read.errors.map(({ column }) => column));
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const column = String(issue.path[0] ?? '');
    if (broken.has(column)) continue;
    const missing = !(column in given);
    read.errors.push({ row: read.row, column, message: missing ? `A new tool needs ${column}` : issue.message });
  }
  const after: ToolCells = parsed.success
    ? {
        ...cellsOf({ ...parsed.data, reorderBelow: parsed.data.reorderBelow ?? undefined, documents: [] }),
        attributes: attributes ?? [],
        documents: documents ?? [],
      }
    : {};
  refuse(read, after, fieldsOf(after), files);
  refuseGtins(read, toolId, { now: {}, changed: fieldsOf(after), after }, files);
  return {
    row: read.row,
    toolId,
    isNew: true,
    name: read.keys.name ?? '',
    before: {},
    after,
    keptBefore: {},
    keptAfter: changedKept({ cost: null, bin: null, imageFile: null }, read.kept).after,
    stockSeen: null,
  };
}

/** What a row says of attributes, as what its tool is by all of them. */
function sayAttributes(read: SheetRow, now: Tool['attributes']): void {
  if (read.attributes.size === 0) return;
  const merged = mergeAttributes(now, read.attributes);
  if ('problem' in merged) read.errors.push({ row: read.row, column: '', message: merged.problem });
  else read.cells.attributes = merged;
}

/** What a row says of packs, as all that its tool has. */
function sayPacks(read: SheetRow, now: Tool['packs']): void {
  if (read.packs === null) return;
  const { said, areAll } = read.packs;
  const names = new Map(now.map(({ code, name }) => [code, name]));
  const one = said.map((pack) => ({ ...pack, name: names.get(pack.code) ?? pack.name ?? pack.code }));
  const others = now.filter(({ code }) => !said.some((pack) => pack.code === code));
  const merged = mergePacks(areAll ? said : [...one, ...others], now);
  if ('problem' in merged) read.errors.push({ row: read.row, column: 'packs', message: merged.problem });
  else read.cells.packs = merged;
}

/** Prices for another number of pieces are said anew; those of breaks follow where the row has none. */
function sayPriceUnit(read: SheetRow, tool: Tool, { cannotFollow }: Files): void {
  const { cells } = read;
  const { priceUnit } = cells;
  if (typeof priceUnit !== 'number' || priceUnit === tool.priceUnit) return;
  const complain = (message: string) => read.errors.push({ row: read.row, column: 'priceUnit', message });
  if (cells.price === undefined) return void complain('Enter the price for so many pieces, too');
  const why = cannotFollow.get(`${tool._id} ${priceUnit}`);
  if (why !== undefined) return void complain(why);
  if (cells.priceBreaks !== undefined || tool.priceBreaks.length === 0) return;
  try {
    cells.priceBreaks = pricesFor(tool, priceUnit).priceBreaks;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(error.message);
  }
}

/** What a row says of documents, as all that its tool has. */
function sayDocuments(read: SheetRow, toolId: string, now: Tool['documents'], sent: Files['sent']): void {
  if (read.documents.length === 0) return;
  // Imports read tools with where their files are.
  const merged = mergeDocuments(toolId, now as WrittenDocument[], read.documents, sent);
  if ('problem' in merged) read.errors.push({ row: read.row, column: merged.kind, message: merged.problem });
  else read.cells.documents = merged;
}

/**
 * A difference as the stock that it leads to. A stock beside the one that was exported is the difference between them: what was sold since
 * stays sold.
 */
function countStock(read: SheetRow, there: number): void {
  const { stockThen, cells } = read;
  if (stockThen !== null && read.stockChange === null && typeof cells.availableQuantity === 'number') {
    read.stockChange = cells.availableQuantity - stockThen;
    delete cells.availableQuantity;
  }
  if (read.stockChange === null) return;
  const column = stockThen === null ? 'stockChange' : 'availableQuantity';
  const complain = (message: string) => read.errors.push({ row: read.row, column, message });
  const left = there + read.stockChange;
  if ('availableQuantity' in read.cells) complain('Enter either availableQuantity or stockChange');
  else if (left < 0) complain(`There are only ${there.toLocaleString('en-US')} pieces to take from`);
  else if (left > MAX_PIECES) complain(`The stock can be at most ${MAX_PIECES.toLocaleString('en-US')} pieces`);
  else read.cells.availableQuantity = left;
}

/** A number that a tool or its pack gets is right, and no other's; what it has already stays. */
function refuseGtins(
  read: SheetRow,
  toolId: string,
  { now, changed, after }: { now: ToolCells; changed: readonly WrittenCell[]; after: ToolCells },
  { owners }: Files,
): void {
  if (!changed.includes('gtin') && !changed.includes('packs')) return;
  const numbered = ({ gtin, packs }: ToolCells) => numbersOf({ gtin, packs: packs ?? [] });
  const had = new Set(numbered(now).map(({ full }) => full));
  const seen = new Set<string>();
  for (const { path, gtin, full } of numbered(after)) {
    const complain = (message: string) => read.errors.push({ row: read.row, column: path.split('.')[0]!, message });
    const owner = owners.get(full);
    if (seen.has(full)) complain('Another pack has this GTIN');
    else if (!had.has(full) && !isGtin(gtin)) complain(WRONG_GTIN);
    else if (!had.has(full) && owner !== undefined && owner !== toolId) complain('Another tool has this GTIN');
    else if (!had.has(full)) owners.set(full, toolId);
    seen.add(full);
  }
}

function refuse(read: SheetRow, tool: ToolCells, written: readonly WrittenCell[], files: Files): void {
  const { price, minOrderQuantity, image, sku } = tool;
  const complain = (column: string, message: string) => read.errors.push({ row: read.row, column, message });
  if (written.length > 0 && typeof price === 'number' && typeof minOrderQuantity === 'number')
    for (const { column, message } of contradictionsIn(tool)) complain(column, message);
  if (written.includes('image') && typeof image === 'string') {
    if (!isFromKnownHost(image, files)) complain('image', saySentence(knownHosts(files), 'en'));
    if (files.missing.has(image)) complain('image', saySentence(NOT_KEPT, 'en'));
  }
  if (written.includes('sku') && typeof sku === 'string' && DISTORTED.test(sku))
    complain(
      'sku',
      'A spreadsheet turned this into a date or a rounded number. Format the column as text and enter it again',
    );
}
