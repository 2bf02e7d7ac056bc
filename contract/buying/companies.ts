import { complaint, sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { COMPANY_ROLES } from '../company-policy.ts';
import { Paging } from '../lists.ts';
import { LargeSum, Version, whole } from '../numbers.ts';
import { CashDiscounts } from '../money/cash-discount.ts';
import { PeppolId } from '../peppol-id.ts';
import { PostalAddress } from '../people/addresses.ts';
import { VatProof } from '../office/vat-numbers.ts';
import { Email, LanguageCode, NewEmail, Id, text } from '../text.ts';

/** The most cost centres of one company. */
const MAX_COST_CENTRES = 500;
/** The longest time that a company may have to pay, in days. */
const MAX_TERMS_DAYS = 120;

/** `pending`: staff have not agreed yet; `on-hold`: nothing can be ordered for it. */
const COMPANY_STATUSES = ['pending', 'active', 'on-hold'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

/** A sum, or null for no limit. */
export const MoneyLimit = z.union(
  [z.null(), LargeSum],
  'Enter an amount from 0 to 1,000,000,000, or null for no limit',
);

/** An account in the company's books that orders are for. */
export const CostCentre = z.strictObject({
  code: text(1, 40, 'Code'),
  name: text(0, 120, 'Name').default(''),
  /** Whether orders can be for it. */
  active: z.boolean('active must be true or false').default(true),
  monthLimit: MoneyLimit.default(null),
});
export type CostCentre = z.output<typeof CostCentre>;

const name = text(1, 200, 'Name');
const facts = {
  vatId: text(0, 40, 'VAT number'),
  invoiceEmail: z.union([z.literal(''), NewEmail], 'Provide a valid email'),
  /** What the company wants to read on its invoices, such as a route number. */
  buyerReference: text(0, 64, 'Reference'),
  peppolId: PeppolId,
  /** In which its papers and letters are; of a new one that of who opens it. */
  language: LanguageCode,
};

export const NewCompany = z.strictObject({
  name,
  invoiceAddress: PostalAddress,
  ...z.strictObject(facts).partial().shape,
  /** Of whom staff say that they manage it; without it, it is the caller. */
  manager: Email.optional(),
});
export type NewCompany = z.output<typeof NewCompany>;

const ignored = z.unknown().optional();

/** What a manager sends: the whole as GET answers it or part of it; what they may not set is ignored. */
export const CompanyEdit = z.strictObject({
  name: name.optional(),
  invoiceAddress: PostalAddress.optional(),
  ...z.strictObject(facts).partial().shape,
  purchaseOrderRequired: z.boolean('purchaseOrderRequired must be true or false').optional(),
  costCentres: z
    .array(CostCentre, 'Cost centres must be a list')
    .max(MAX_COST_CENTRES, `At most ${MAX_COST_CENTRES} cost centres`)
    .superRefine((centres, context) => {
      const seen = new Set<string>();
      centres.forEach(({ code }, index) => {
        const plain = code.trim().toLowerCase();
        if (seen.has(plain))
          context.addIssue({ ...complaint(sentence('Another cost centre has this code')), path: [index, 'code'] });
        seen.add(plain);
      });
    })
    .optional(),
  version: Version.optional(),
  _id: ignored,
  number: ignored,
  vatProof: ignored,
  status: ignored,
  debtor: ignored,
  priceList: ignored,
  termsDays: ignored,
  creditLimit: ignored,
  cashDiscount: ignored,
});
export type CompanyEdit = z.output<typeof CompanyEdit>;

/** What staff agree with a company; what one may not change comes as it is. */
export const StandingEdit = z.strictObject({
  status: z.enum(COMPANY_STATUSES, tell('status must be one of {choices}', { choices: COMPANY_STATUSES.join(', ') })),
  priceList: z.union([z.null(), Id], 'Send the id of a price list, or null'),
  termsDays: z.union(
    [z.null(), whole(0, MAX_TERMS_DAYS, `Enter a whole number of days from 0 to ${MAX_TERMS_DAYS}`)],
    `Enter a whole number of days from 0 to ${MAX_TERMS_DAYS}, or null`,
  ),
  creditLimit: MoneyLimit,
  /** Left out: as it is. */
  cashDiscount: CashDiscounts.optional(),
  version: Version,
});
export type StandingEdit = z.output<typeof StandingEdit>;

export const Company = z.object({
  _id: z.string(),
  /** What people say on the telephone, as C10001. */
  number: z.string(),
  /** Its account in the books, from 10000 on. */
  debtor: z.number(),
  name: z.string(),
  vatId: z.string(),
  vatProof: VatProof.nullable(),
  invoiceAddress: PostalAddress,
  invoiceEmail: z.string(),
  buyerReference: z.string(),
  peppolId: z.string(),
  /** In which its papers and letters are. */
  language: LanguageCode,
  status: z.enum(COMPANY_STATUSES),
  /** The id of the price list that holds for it. */
  priceList: z.string().nullable(),
  /** Days after the invoice; null: it pays first. */
  termsDays: z.number().nullable(),
  /** In money; null: no limit. */
  creditLimit: z.number().nullable(),
  /** What it may take off an invoice that it pays early; its next invoices are issued with that. */
  cashDiscount: z.array(z.object({ percent: z.number(), days: z.number() })),
  purchaseOrderRequired: z.boolean(),
  costCentres: z.array(CostCentre),
  /** Rises with every change. */
  version: z.number(),
});
export type Company = z.infer<typeof Company>;

export const CompaniesQuery = Paging.extend({
  /** Part of the name, the number or the VAT number. */
  q: text(0, 200, 'q').optional(),
  status: z
    .enum(COMPANY_STATUSES, tell('status must be one of {choices}', { choices: COMPANY_STATUSES.join(', ') }))
    .optional(),
  /** Those that buy by this price list. */
  priceList: Id.optional(),
});
export type CompaniesQuery = z.output<typeof CompaniesQuery>;

/** A company that somebody belongs to, with what they are in it; limits are sums, null for none. */
export const MyCompany = z.object({
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  status: z.enum(COMPANY_STATUSES),
  role: z.enum(COMPANY_ROLES),
  orderLimit: z.number().nullable(),
  monthLimit: z.number().nullable(),
  /** What their orders of the shop's month come to, as `monthLimit` counts them. */
  monthSum: z.number(),
});
export type MyCompany = z.infer<typeof MyCompany>;

/** What staff note of a company for each other. */
export const CompanyNote = z.strictObject({ note: text(0, 4000, 'Note') });

/** So many of the latest changes are shown to staff. */
export const MAX_CHANGES_SHOWN = 20;

const fromTo = z.object({ from: z.string(), to: z.string() });
/** What staff agreed on with a company, and its managers changed since. */
export const CompanyFactsChanged = z.object({ name: fromTo.optional(), vatId: fromTo.optional() });

/** A new name or VAT number of a company; `by`: the e-mail address of who changed it, empty once that is forgotten. */
export const CompanyChange = z.object({ at: z.string(), by: z.string(), changed: CompanyFactsChanged });
export type CompanyChange = z.infer<typeof CompanyChange>;
