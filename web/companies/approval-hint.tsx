import { useSource } from '#web/api/use-source.ts';
import { companyOf, membersOf, myCompaniesOf } from '#web/queries/buying/own-companies.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money, today } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
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
        ? say('This order is above {limitWords}, and nobody at {name} can approve it.', {
            limitWords: limitWords(above),
            name: company.name,
          })
        : say('{named} orders above {limitWords}; this one waits for approval first.', {
            named: named(first, others),
            limitWords: limitWords(above),
          })}
    </p>
  );
}

function limitWords({ of, limit }: Above): string {
  if (of === 'order') return say('your limit of {price}', { price: money(limit) });
  return of === 'month'
    ? say('your limit of {price} a month', { price: money(limit) })
    : say('the cost centre’s limit of {price} a month', { price: money(limit) });
}

function named(first: string, others: readonly string[]): string {
  const [second] = others;
  if (second === undefined) return say('{first} approves', { first });
  return others.length === 1
    ? say('{first} or {second} approves', { first, second })
    : say('{first} or {count} others approve', { first, count: others.length });
}
