import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';
import type { VatProof } from '#contract/office/vat-numbers.ts';
import type { CompanyStatus } from '#contract/buying/companies.ts';
import type { CompanyRole } from '#contract/company-policy.ts';

/** The roles of a firm as people say them, with what they are for. */
export const ROLE_WORDS: Record<CompanyRole, string> = {
  buyer: 'Buyer: orders for the firm',
  approver: 'Approver: also approves what others order',
  accounts: 'Accounts: sees orders and papers, orders nothing',
  manager: 'Manager: all of it, and looks after people and facts',
};

/** The states of a firm as people say them. */
export const STATUS_WORDS: Record<CompanyStatus, string> = {
  pending: 'Waiting for us',
  active: 'Active',
  'on-hold': 'On hold',
};

/** A limit as people read it. @param money null for none */
export function limitText(money: number | null, format: (amount: number) => string): string {
  return money === null ? 'No limit' : format(money);
}

/** What was typed as a limit: null where nothing was, which is no limit, and undefined where it is no amount. */
export function typedLimit(text: string): number | null | undefined {
  const amount = typedMoney(text);
  return amount === undefined ? null : (amount ?? undefined);
}

/** For `register`: what is no amount is said, since without one there is no limit. */
export function aLimit(text: string): true | string {
  return moneyProblem(text) ?? true;
}

/** What the register of VAT numbers said of one; null: nothing. */
export function proofWords(proof: VatProof | null): string {
  if (proof === null) return 'Not proved';
  return proof.stands ? 'Stands in the register' : 'Not in the register';
}
