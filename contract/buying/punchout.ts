import { tell } from '../sentences.ts';
import { z } from 'zod';
import { Paging } from '../lists.ts';
import { WebhookUrl } from '../office/webhooks.ts';
import { bounded, text } from '../text.ts';

/* Connections of large buyers, whose people visit the shop from their own system (contract, Doors for large buyers). */

export const PUNCHOUT_KINDS = ['oci', 'cxml'] as const;
export type PunchoutKind = (typeof PUNCHOUT_KINDS)[number];

/** What a buyer's system can be sent about its orders. */
export const PUNCHOUT_DOCUMENTS = ['confirmation', 'shipment', 'invoice'] as const;
export type PunchoutDocument = (typeof PUNCHOUT_DOCUMENTS)[number];

/** How many connections a shop may have. */
export const MOST_PUNCHOUTS = 200;
/** How long a visit is good for, and the address that begins one, in minutes. */
export const VISIT_MINUTES = 60;
export const START_MINUTES = 10;

const MOST_UNITS = 50;
const MOST_GROUPS = 1_000;
const MOST_HOSTS = 10;

const NO_CODE = 'A unit must be a code of two or three capital letters or digits, such as BX';
const NO_BUYERS_CODE = "The buyer's unit must be one to three letters or digits, such as ST";
const NO_HOST = 'A host must be a name such as sap.buyer.example';

const Units = z
  .record(
    bounded(3, NO_CODE).regex(/^[A-Z0-9]{2,3}$/, NO_CODE),
    bounded(3, NO_BUYERS_CODE).regex(/^[A-Za-z0-9]{1,3}$/, NO_BUYERS_CODE),
    'units must lead from our codes to the codes of the buyer',
  )
  .refine((units) => Object.keys(units).length <= MOST_UNITS, `At most ${MOST_UNITS} units`);

const Groups = z
  .record(
    text(1, 80, 'A class or category'),
    text(1, 10, "The buyer's group"),
    'groups must lead from classes or categories to the groups of the buyer',
  )
  .refine(
    (groups) => Object.keys(groups).length <= MOST_GROUPS,
    tell('At most {most, number} groups', { most: MOST_GROUPS }),
  );

/** Names of hosts alone, each once; they are written into the policy of pages. */
const Hosts = z
  .array(
    bounded(253, NO_HOST)
      .transform((host) => host.toLowerCase())
      .pipe(bounded(253, NO_HOST).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, NO_HOST)),
    'hosts must be a list',
  )
  .max(MOST_HOSTS, `Name at most ${MOST_HOSTS} hosts`)
  .transform((hosts) => [...new Set(hosts)]);

const fields = {
  companyId: text(1, 64, 'companyId'),
  kind: z.enum(PUNCHOUT_KINDS, tell('kind must be one of {choices}', { choices: PUNCHOUT_KINDS.join(', ') })),
  /** The member of the company as whom its people visit and order. */
  userId: text(1, 64, 'userId'),
  name: text(1, 80, 'A name'),
  /** From our codes of units to the buyer's. */
  units: Units,
  /** From UNSPSC classes, their beginnings, or our categories to the buyer's groups of materials. */
  groups: Groups,
  /** The buyer's number for the shop. */
  vendor: text(0, 10, 'Vendor number'),
  /** Hosts of the buyer that may frame a visit beside the one that it is given back to. */
  hosts: Hosts,
};

const Documents = z.strictObject({
  url: WebhookUrl,
  /** Which documents go there. */
  kinds: z
    .array(
      z.enum(PUNCHOUT_DOCUMENTS, `kinds must be of ${PUNCHOUT_DOCUMENTS.join(', ')}`),
      'Choose at least one document',
    )
    .min(1, 'Choose at least one document')
    .max(PUNCHOUT_DOCUMENTS.length, 'Name each document only once')
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Name each document only once'),
  /** By which the buyer's system knows the shop; where it is changed it may be left out and stays. */
  secret: text(1, 200, 'The secret').optional(),
});

export const NewPunchout = z.strictObject({
  ...fields,
  documents: Documents.nullable().default(null),
  units: Units.default({}),
  groups: Groups.default({}),
  vendor: fields.vendor.default(''),
  hosts: Hosts.default([]),
});
export type NewPunchout = z.output<typeof NewPunchout>;

/** What is left out stays as it is. */
export const PunchoutEdit = z.strictObject({ ...fields, documents: Documents.nullable() }).partial();
export type PunchoutEdit = z.output<typeof PunchoutEdit>;

/** A connection as lists show it: never its secret. */
export const Punchout = z.object({
  _id: z.string(),
  companyId: z.string(),
  company: z.string(),
  kind: z.enum(PUNCHOUT_KINDS),
  /** Null: they were removed, and the connection is at rest until somebody else is named. */
  userId: z.string().nullable(),
  user: z.object({ name: z.string(), email: z.string() }).nullable(),
  name: z.string(),
  units: z.record(z.string(), z.string()),
  groups: z.record(z.string(), z.string()),
  vendor: z.string(),
  hosts: z.array(z.string()),
  /** Where confirmations, ship notices and invoices of its orders go, without the secret; null: nowhere. `stopped`: why no more. */
  documents: z
    .object({ url: z.string(), kinds: z.array(z.enum(PUNCHOUT_DOCUMENTS)), stopped: z.string().nullable() })
    .nullable(),
  /** With which the buyer's system signs in. */
  username: z.string(),
  /** Where the buyer's system calls. */
  address: z.string(),
  /** The e-mail address of whoever made it. */
  madeBy: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** How it answered last; null: it was never called. */
  last: z.object({ ok: z.boolean(), said: z.string() }).nullable(),
});
export type Punchout = z.infer<typeof Punchout>;

/** Where somebody of the shop begins a visit as the buyer's system would: good once, within ten minutes. */
export const PunchoutTry = z.object({ address: z.string() });
export type PunchoutTry = z.infer<typeof PunchoutTry>;

/** The answer where a secret is made: the only time that it is said. */
export const PunchoutWithSecret = Punchout.extend({ secret: z.string() });
export type PunchoutWithSecret = z.infer<typeof PunchoutWithSecret>;

/** What a buyer's system may ask of a connection, as its log says it. */
export const PUNCHOUT_CALLS = [
  'visit',
  'detail',
  'validate',
  'search',
  'setup',
  'start',
  'give-back',
  'order',
  'profile',
  'try',
  ...PUNCHOUT_DOCUMENTS,
  'other',
] as const;
export type PunchoutCall = (typeof PUNCHOUT_CALLS)[number];

export const PunchoutLogQuery = Paging;

/** One call of the buyer's system and how it was answered, without secrets. */
export const PunchoutLogEntry = z.object({
  _id: z.string(),
  at: z.string(),
  what: z.enum(PUNCHOUT_CALLS),
  ok: z.boolean(),
  said: z.string(),
  /** The document that it is about, while it is kept (30 days) and can be sent again; null: none. */
  document: z.string().nullable(),
});
export type PunchoutLogEntry = z.infer<typeof PunchoutLogEntry>;

/** A document that is sent again. */
export const PunchoutSentAgain = z.object({ _id: z.string(), what: z.enum(PUNCHOUT_DOCUMENTS) });
export type PunchoutSentAgain = z.infer<typeof PunchoutSentAgain>;
