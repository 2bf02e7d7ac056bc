import type { CompanyStatus, CostCentre } from '#contract/buying/companies.ts';
import type { NewOrder } from '#contract/buying/orders.ts';
import { type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import type { InvoiceAddress, PostalAddress } from '#contract/people/addresses.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { companyNotFound, requireActive } from '#server/buying/companies/membership.ts';

/** What an order says of who buys where it does not say it itself; all empty for who buys for themselves. */
export interface Buyer {
  companyId: string | null;
  company: string;
  vatId: string;
  invoiceAddress: InvoiceAddress | null;
  buyerReference: string;
  costCentre: string | null;
}

const NO_FIRM: Buyer = {
  companyId: null,
  company: '',
  vatId: '',
  invoiceAddress: null,
  buyerReference: '',
  costCentre: null,
};

interface FirmRow {
  name: string;
  vatId: string;
  invoiceAddress: PostalAddress;
  buyerReference: string;
  status: CompanyStatus;
  purchaseOrderRequired: boolean;
  costCentres: CostCentre[];
  role: CompanyRole;
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
    if (costCentre === undefined) return NO_FIRM;
    throw invalid('costCentre', 'Only a firm has cost centres: name the firm, too');
  }
  const firm = await firmThatBuys({ raw }, userId, companyId, byStaff);
  requirePurchaseOrder(firm, purchaseOrder);
  const { name, vatId, invoiceAddress, buyerReference } = firm;
  return {
    companyId,
    company: name,
    vatId,
    invoiceAddress: { name: '', company: name, ...invoiceAddress },
    buyerReference,
    costCentre: codeOf(costCentre, firm.costCentres),
  };
}

/**
 * A firm for which somebody buys, once they may.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD
 */
export async function firmThatBuys(
  { raw }: Pick<Reader, 'raw'>,
  userId: string,
  companyId: string,
  byStaff: boolean,
): Promise<FirmRow> {
  const [firm] = await raw<FirmRow>(
    `select c.name, c.vat_id as "vatId", c.invoice_address as "invoiceAddress", c.buyer_reference as "buyerReference",
      c.status,
       c.purchase_order_required as "purchaseOrderRequired", c.cost_centres as "costCentres", m.role,
       u.email_verified as "isProved"
     from companies c join company_members m on m.company_id = c.id join users u on u.id = m.user_id
     where c.id = $1 and m.user_id = $2`,
    [companyId, userId],
    'firm-that-orders',
  );
  if (!firm || !(firm.isProved || byStaff)) throw companyNotFound();
  if (!mayInCompany(firm.role, 'order'))
    throw new AppError('FORBIDDEN', 'This role in the firm orders nothing. Ask who manages it.');
  requireActive(firm.status);
  return firm;
}

/** @throws AppError PURCHASE_ORDER_REQUIRED where the firm asks for a number and there is none */
export function requirePurchaseOrder(
  { purchaseOrderRequired }: Pick<FirmRow, 'purchaseOrderRequired'>,
  purchaseOrder: string,
): void {
  if (!purchaseOrderRequired || purchaseOrder.trim() !== '') return;
  const message = 'The firm asks for a purchase order number.';
  throw new AppError('PURCHASE_ORDER_REQUIRED', message, { issues: [{ path: 'purchaseOrder', message }] });
}

/** The code as the firm writes it. @throws AppError 400 at costCentre where it is none of the active ones */
function codeOf(written: string | undefined, centres: readonly CostCentre[]): string | null {
  const plain = written?.trim().toLowerCase() ?? '';
  if (plain === '') return null;
  const found = centres.find(({ code, active }) => active && code.toLowerCase() === plain);
  if (!found) throw invalid('costCentre', 'The firm has no such cost centre');
  return found.code;
}
