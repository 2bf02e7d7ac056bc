import { useSource } from '#web/api/use-source.ts';
import { companyOf, membersOf, myCompaniesOf } from '#web/queries/buying/own-companies.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money, today } from '#web/shell/format.ts';
import { type Above, limitsAbove, whoApproves } from './who-approves.ts';

interface Props {
  user: SessionUser;
  company: BuyingFor;
  /** What the order comes to, once it is known. */
  price: number | null;
  /** The code of the cost centre that it is for; empty for none. */
  costCentre: string;
}

/** Says, before the order is placed,: that an order is above a limit, and who has to approve it; nothing where no approval is needed. */
export function ApprovalHint({ user, company, price, costCentre }: Props) {
  const mine = useSource(myCompaniesOf(user));
  const members = useSource(membersOf(user, company.id));
  const facts = useSource(companyOf(user, company.id));
  const limited = mine?.find(({ _id }) => _id === company.id);
  if (!limited || !members || price === null) return null;
  const [above] = limitsAbove(
    price,
    limited,
    facts?.costCentres.find(({ code }) => code === costCentre),
  );
  if (!above) return null;
  const [first, ...others] = whoApproves(members, user.uid, price, today());
  return (
    <p role="status" className="alert alert-warning mt-4">
      {first === undefined
        ? `This order is above ${limitWords(above)}, and nobody at ${company.name} can approve it.`
        : `${named(first, others)} orders above ${limitWords(above)}; this one waits for approval first.`}
    </p>
  );
}

function limitWords({ of, limit }: Above): string {
  if (of === 'order') return `your limit of ${money(limit)}`;
  return of === 'month'
    ? `your limit of ${money(limit)} a month`
    : `the cost centre’s limit of ${money(limit)} a month`;
}

function named(first: string, others: readonly string[]): string {
  const [second] = others;
  if (second === undefined) return `${first} approves`;
  return others.length === 1 ? `${first} or ${second} approves` : `${first} or ${others.length} others approve`;
}
