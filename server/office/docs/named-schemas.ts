import { z } from 'zod';
import { Priced, PricedLine, Basket } from '#contract/buying/basket.ts';
import { ListSummary, NamedList } from '#contract/buying/named-lists.ts';
import { OrderEvent } from '#contract/buying/order-events.ts';
import { NewOrder, Order, OrderDetails, OrderLine } from '#contract/buying/orders.ts';
import { Review } from '#contract/buying/reviews.ts';
import { DryRun, Import, ImportProgress } from '#contract/catalogue/imports.ts';
import { Category } from '#contract/catalogue/categories.ts';
import { NewTool, Tool, ToolEdit } from '#contract/catalogue/tools.ts';
import { StockChange, StockEntry } from '#contract/catalogue/stock-changes.ts';
import { Figures } from '#contract/money/figures.ts';
import { NewBankPayment } from '#contract/money/payments.ts';
import { NewRefund, Refund, RefundRequest } from '#contract/money/refunds.ts';
import { NewShipment, Shipment } from '#contract/money/shipments.ts';
import { ApiKey } from '#contract/office/api-keys.ts';
import { Settings, ShopFront } from '#contract/office/settings.ts';
import { Profile, User } from '#contract/office/users.ts';
import { WebhookOrder, WebhookTool } from '#contract/office/webhook-messages.ts';
import { Webhook, WebhookDelivery, WebhookDeliveryDetails } from '#contract/office/webhooks.ts';
import { Address } from '#contract/people/addresses.ts';
import { AuditEntry } from '#contract/people/audit.ts';

/** What is answered, and what is sent: the same schema read from one side and from the other need not be the same. */
const NAMED = {
  output: {
    Address, ApiKey, AuditEntry, Basket, Category, DryRun, Figures, Import, ImportProgress, ListSummary, NamedList,
    Order, OrderEvent, OrderLine, Priced, PricedLine, Profile, Refund, RefundRequest, Review, Settings, Shipment,
    ShopFront, StockEntry, Tool, User, Webhook, WebhookDelivery, WebhookDeliveryDetails, WebhookOrder, WebhookTool,
  }, // prettier-ignore
  input: { NewBankPayment, NewOrder, NewRefund, NewShipment, NewTool, OrderDetails, StockChange, ToolEdit },
} as const;

const registries = { input: registryOf(NAMED.input), output: registryOf(NAMED.output) };

function registryOf(named: Record<string, z.ZodType>) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  return registry;
}

/** The schemas with names, as components of the description. */
export function namedSchemas(): Record<string, unknown> {
  const sides = (['output', 'input'] as const).flatMap((io) =>
    Object.entries(NAMED[io]).map(([name, schema]) => [name, definitionsOf(schema, io)[name]] as const),
  );
  return Object.fromEntries(sides.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** A schema as JSON Schema; what has a name stands there by its name. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, $defs: _definitions, ...rest } = convert(schema, io);
  return rest;
}

function definitionsOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return convert(schema, io)['$defs'] as Record<string, unknown>;
}

function convert(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: registries[io] });
  // An object stays one.
  return tidy(made) as Record<string, unknown>;
}

/** What readers of OpenAPI stumble over: arrays of fixed places that say nothing of the rest, and choices that are no choice. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== 'object' || node === null) return node;
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, each]) => [key, key === '$ref' ? componentOf(each) : tidy(each)]),
  );
  if (Array.isArray(made['prefixItems'])) {
    const { length } = made['prefixItems'];
    return { ...made, items: {}, minItems: length, maxItems: length };
  }
  if (!Array.isArray(made['anyOf'])) return made;
  const { anyOf, ...others } = made;
  // A choice that allows anything makes all of it allow anything; one that is said twice is one.
  if (anyOf.some((each: object) => Object.keys(each).length === 0)) return others;
  const choices = [...new Map(anyOf.map((each) => [JSON.stringify(each), each])).values()];
  return choices.length === 1 ? { ...others, ...choices[0] } : { ...others, anyOf: choices };
}

function componentOf(reference: unknown): string {
  return String(reference).replace('#/$defs/', '#/components/schemas/');
}
