import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import type { BackorderKind } from '#contract/catalogue/backorders.ts';
import type { ToolDocument } from '#contract/catalogue/documents.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Pack } from '#contract/catalogue/packs.ts';
import type { AttributeRow } from '#server/catalogue/attributes/attributes.sql.ts';

/** From so many pieces on, the price is another. */
interface BreakRow {
  from: number;
  cents: number;
}

/** Pieces of a batch that nobody is promised. */
interface ComingRow {
  batch: string;
  quantity: number;
  /** YYYY-MM-DD. */
  day: string;
}

/** A document about a tool; `file` is its name in the store of uploads. */
export type DocumentRow = Omit<ToolDocument, 'url'> & { file: string };

/** Tools for sale. A removed tool stays as a row (`removedAt`), because order lines point at it. */
export const tools = pgTable('tools', {
  id: text('id').primaryKey(),
  /** The order in which the shop shows its tools. */
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  image: text('image').notNull(),
  sku: text('sku'),
  category: text('category'),
  /** Of `priceUnit` pieces. */
  priceCents: integer('price_cents').notNull(),
  availableQuantity: integer('available_quantity').notNull(),
  minOrderQuantity: integer('min_order_quantity').notNull(),
  backorderKind: text('backorder_kind').$type<BackorderKind>().notNull().default('no'),
  backorderLimit: integer('backorder_limit'),
  backorderDays: smallint('backorder_days').notNull().default(0),
  /** What is to be ordered where fewer pieces are there and coming; null: nothing. */
  reorderBelow: integer('reorder_below'),
  /** Free pieces of its announced batches by day, and pieces that wait to be made: as its batches and promises say (keep-coming.ts). */
  coming: jsonb('coming').$type<ComingRow[]>().notNull().default([]),
  madeToOrder: bigint('made_to_order', { mode: 'number' }).notNull().default(0),
  /** Sold in multiples of it. */
  quantityStep: integer('quantity_step').notNull().default(1),
  priceBreaks: jsonb('price_breaks').$type<BreakRow[]>().notNull().default([]),
  priceUnit: smallint('price_unit').notNull().default(1),
  packs: jsonb('packs').$type<Pack[]>().notNull().default([]),
  /** Of one piece, in thousandths of a cent: what lists are sorted and narrowed by. */
  piecePrice: bigint('piece_price', { mode: 'number' })
    .notNull()
    .generatedAlwaysAs(sql`price_cents::bigint * (1000 / price_unit)`),
  weightGrams: integer('weight_grams').notNull().default(0),
  /** Tools of one family are sizes of one thing. */
  family: text('family'),
  /** Where false, the public calls answer as if it were gone. */
  onSale: boolean('on_sale').notNull().default(true),
  /** The first and the last of the shop's days on which it is for sale; null: no bound. */
  onSaleFrom: date('on_sale_from', { mode: 'string' }),
  onSaleUntil: date('on_sale_until', { mode: 'string' }),
  /** What it is, as it was written; narrowed by in `attribute_values`. */
  attributes: jsonb('attributes').$type<AttributeRow[]>().notNull().default([]),
  gtin: text('gtin'),
  hsCode: text('hs_code'),
  origin: text('origin'),
  unspsc: text('unspsc'),
  /** What it is called and how it is described in other languages than the shop's own. */
  translations: jsonb('translations').$type<NonNullable<Tool['translations']>>().notNull().default({}),
  documents: jsonb('documents').$type<DocumentRow[]>().notNull().default([]),
  /** Raised by every change, sales included, so that a stale edit is refused. */
  version: integer('version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  removedAt: timestamp('removed_at', { withTimezone: true, mode: 'date' }),
});
