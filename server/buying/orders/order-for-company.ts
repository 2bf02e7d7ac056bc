import { sentence } from '#contract/sentences.ts';
import type { CompanyStatus, CostCentre } from '#contract/buying/companies.ts';
import type { Language } from '#contract/languages.ts';
import type { NewOrder } from '#contract/buying/orders.ts';
import { type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import type { InvoiceAddress, PostalAddress } from '#contract/people/addresses.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { moneyToCents } from '#contract/money.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { BuyerLimits } from '#server/buying/limits/judge-order.ts';
import { companyNotFound, requireActive } from '#server/buying/companies/membership.ts';

/** What an order says of who buys where it does not say it itself, and their limits; all empty for who buys for themselves. */
export interface Buyer extends BuyerLimits {
  company: string;
  vatId: string;
  invoiceAddress: InvoiceAddress | null;
  buyerReference: string;
  /** The company's; null for who buys for themselves. */
  language: Language | null;
}

const NO_COMPANY: Buyer = {
  companyId: null,
  company: '',
  vatId: '',
  invoiceAddress: null,
  buyerReference: '',
  language: null,
  costCentre: null,
  limits: { order: null, month: null, centre: null },
};

interface CompanyRow {
  name: string;
  vatId: string;
  invoiceAddress: PostalAddress;
  buyerReference: string;
  language: Language;
  status: CompanyStatus;
  purchaseOrderRequired: boolean;
  costCentres: CostCentre[];
  role: CompanyRole;
  /** Of the member, in cents; null: none. */
  orderLimit: number | null;
  monthLimit: number | null;
  isProved: boolean;
}

/**
 * For whom somebody orders, once they may.
 * @param byStaff that staff order for them on the telephone, where their address need not be proved
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD, PURCHASE_ORDER_REQUIRED; 400 at costCentre
 */
export async function buyerOf(
  { raw }: Pick<Reader, 'raw'>,
  userId: string,
  { companyId, costCentre, purchaseOrder = '' }: NewOrder,
  byStaff: boolean,
): Promise<Buyer> {
  if (companyId === undefined) {
    if (costCentre === undefined) return NO_COMPANY;
    throw invalid('costCentre', sentence('Only a company has cost centres: send its companyId, too'));
  }
  const company = await companyThatBuys({ raw }, userId, companyId, byStaff);
  requirePurchaseOrder(company, purchaseOrder);
  const { name, vatId, invoiceAddress, buyerReference, language, orderLimit, monthLimit } = company;
  const centre = centreOf(costCentre, company.costCentres);
  const centreLimit = centre?.monthLimit ?? null;
  return {
    companyId,
    company: name,
    vatId,
    invoiceAddress: { name: '', company: name, ...invoiceAddress },
    buyerReference,
    language,
    costCentre: centre?.code ?? null,
    limits: {
      order: orderLimit,
      month: monthLimit,
      centre: centreLimit === null ? null : moneyToCents(centreLimit),
    },
  };
}

/**
 * A company for which somebody buys, once they may.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD
 */
export async function companyThatBuys(
  reader: Pick<Reader, 'raw'>,
  userId: string,
  companyId: string,
  byStaff: boolean,
): Promise<CompanyRow> {
  const company = await companyOfMember(reader, userId, companyId, byStaff);
  if (!mayInCompany(company.role, 'order'))
    throw new AppError(
      'FORBIDDEN',
      sentence('Your role in the company does not allow you to order. Ask one of its managers.'),
    );
  requireActive(company.status);
  return company;
}

/** A company that somebody belongs to, whatever they may in it. @throws AppError COMPANY_NOT_FOUND */
export async function companyOfMember(
  { raw }: Pick<Reader, 'raw'>,
  userId: string,
  companyId: string,
  byStaff: boolean,
): Promise<CompanyRow> {
  const [company] = await raw<CompanyRow>(
    `select c.name, c.vat_id as "vatId", c.invoice_address as "invoiceAddress", c.buyer_reference as "buyerReference",
      c.status, c.language,
       c.purchase_order_required as "purchaseOrderRequired", c.cost_centres as "costCentres", m.role,
       m.order_limit_cents::float8 as "orderLimit", m.month_limit_cents::float8 as "monthLimit",
       u.email_verified as "isProved"
     from companies c join company_members m on m.company_id = c.id join users u on u.id = m.user_id
     where c.id = $1 and m.user_id = $2`,
    [companyId, userId],
    'company-that-orders',
  );
  if (!company || !(company.isProved || byStaff)) throw companyNotFound();
  return company;
}

/** @throws AppError PURCHASE_ORDER_REQUIRED where the company asks for a number and there is none */
export function requirePurchaseOrder(
  { purchaseOrderRequired }: Pick<CompanyRow, 'purchaseOrderRequired'>,
  purchaseOrder: string,
): void {
  if (!purchaseOrderRequired || purchaseOrder.trim() !== '') return;
  const message = sentence('The company requires a purchase order number.');
  throw new AppError('PURCHASE_ORDER_REQUIRED', message, { issues: [{ path: 'purchaseOrder', message }] });
}

/** The cost centre of a code, in whatever case. @throws AppError 400 at costCentre where it is none of the active ones */
function centreOf(written: string | undefined, centres: readonly CostCentre[]): CostCentre | null {
  const plain = written?.trim().toLowerCase() ?? '';
  if (plain === '') return null;
  const found = centres.find(({ code, active }) => active && code.toLowerCase() === plain);
  if (!found) throw invalid('costCentre', sentence('The company has no such cost centre'));
  return found;
}
