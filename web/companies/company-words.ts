import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';
import { say } from '#web/saying/say.ts';
import type { VatProof } from '#contract/office/vat-numbers.ts';
import type { CompanyStatus } from '#contract/buying/companies.ts';
import type { CompanyRole } from '#contract/company-policy.ts';

/** The roles of a company as people say them, with what they are for. */
export const ROLE_WORDS: Record<CompanyRole, string> = {
  buyer: say('Buyer: orders for the company'),
  approver: say('Approver: also approves what others order'),
  accounts: say('Accounts: sees orders and invoices, cannot order'),
  manager: say('Manager: all of these, and manages people and details'),
};

/** The states of a company as people say them. */
export const STATUS_WORDS: Record<CompanyStatus, string> = {
  pending: say('Pending review'),
  active: say('Active'),
  'on-hold': say('On hold'),
};

/** A limit as people read it. @param money null for none */
export function limitText(money: number | null, format: (amount: number) => string): string {
  return money === null ? say('No limit') : format(money);
}

/** What was typed as a limit: null where nothing was, which is no limit, and undefined where it is no amount. */
export function typedLimit(text: string): number | null | undefined {
  const amount = typedMoney(text);
  return amount === undefined ? null : (amount ?? undefined);
}

/** For `register`: an invalid amount is refused, since an empty one means no limit. */
export function aLimit(text: string): true | string {
  return moneyProblem(text) ?? true;
}

/** What the register of VAT numbers said of one; null: nothing. */
export function proofWords(proof: VatProof | null): string {
  if (proof === null) return say('Not verified');
  return proof.stands ? say('Confirmed by the register') : say('Not in the register');
}
