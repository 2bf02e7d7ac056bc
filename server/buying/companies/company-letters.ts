import { COMPANY_INVITATION_DAYS } from '#contract/buying/company-people.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** The letters about firms. `shop` is the name of the company that writes; an `id` is that of the user whose letter it is. */

interface Receiver {
  id: string;
  email: string;
}

interface NewMember {
  company: string;
  name: string;
  memberEmail: string;
  role: CompanyRole;
  by: string | null;
}

const DAY = 86_400;

/** What the roles of a firm are called in letters. */
const CALLED: Record<CompanyRole, string> = {
  buyer: 'a buyer, who orders for it',
  approver: 'an approver, who orders for it and approves what others order',
  accounts: 'its accounts, who see its orders and papers',
  manager: 'a manager, who orders for it and looks after its people',
};

/** Asks somebody into a firm; both names are chosen by who may be a stranger. `url` is the page that the link leads to, which lets nobody in by itself. */
export function joinLetter(
  shop: string,
  { email, company, role, by }: { email: string; company: string; role: CompanyRole; by: string },
  url: string,
): Letter {
  const inviter = plainName(by) || 'Somebody';
  const named = plainName(company);
  return letter({
    to: email,
    about: 'access',
    goodForSeconds: COMPANY_INVITATION_DAYS * DAY,
    from: shop,
    heading: `You are invited to buy at ${shop}`,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to order for ${named === '' ? 'a company' : `a company called “${named}”`}. You would be ${CALLED[role]}. Follow the link within ${COMPANY_INVITATION_DAYS} days and sign in with this address.`,
    ],
    action: { label: 'See the invitation', url },
    reason: `${inviter} gave this e-mail address. If you do not know why, ignore this letter: nothing happens.`,
  });
}

/** Tells who manages a firm that orders for it can be placed. */
export function activeLetter(shop: string, { id, email }: Receiver, company: string, url: string): Letter {
  return letter({
    to: email,
    userId: id,
    about: 'order',
    from: shop,
    heading: `${plainName(company)} can buy now`,
    paragraphs: [
      'Hello,',
      `The account of ${plainName(company)} at ${shop} is active: its people can order for it from now on.`,
    ],
    action: { label: 'Look at the account', url },
    reason: `You manage the account of ${plainName(company)}.`,
  });
}

/** Tells who manages a company who belongs to it from now on. @param by who asked them, or null for the shop */
export function memberLetter(
  shop: string,
  { id, email }: Receiver,
  { company, name, memberEmail, role, by }: NewMember,
  url: string,
): Letter {
  const called = plainName(company);
  return letter({
    to: email,
    userId: id,
    about: 'order',
    from: shop,
    heading: 'Your company has a new member',
    paragraphs: [
      'Hello,',
      `${plainName(name)} (${memberEmail}) belongs to ${called} at ${shop} from now on and is ${CALLED[role]}. ${by === null ? `${shop} added them.` : `${plainName(by)} invited them.`}`,
      'If that is not right, change their role or remove them on the page of the company.',
    ],
    action: { label: 'See the members', url },
    reason: `You manage the account of ${called}.`,
  });
}

/** Tells staff that nobody manages a firm any more. */
export function unmanagedLetter(
  shop: string,
  { id, email }: Receiver,
  { name, number }: { name: string; number: string },
  url: string,
): Letter {
  const reason = 'You are an admin of the shop.';
  const more = letter({
    to: email,
    about: 'staff',
    from: shop,
    heading: 'More companies without a manager',
    paragraphs: ['So many companies lost their last manager today that you get no more letters about it for a day.'],
    action: { label: 'See the companies', url: new URL('/dashboard/companies', url).href },
    reason,
  });
  const { subject, text, html } = more;
  const written = letter({
    to: email,
    userId: id,
    about: 'staff',
    from: shop,
    heading: `Nobody manages ${plainName(name)} any more`,
    paragraphs: [
      'Hello,',
      `The account of the last manager of ${plainName(name)} (${number}) was removed. The firm is on hold: nothing can be ordered for it until somebody has looked into it.`,
    ],
    action: { label: 'Look at the firm', url },
    reason,
  });
  // Whoever opens companies and leaves uses up nothing of what else admins have to know.
  return { ...written, cause: { by: 'companies without a manager', instead: { subject, text, html } } };
}

/** Tells a customer whom staff know from the telephone how they come to their orders. */
export function welcomeLetter(shop: string, { id, email }: Receiver, name: string, url: string): Letter {
  return letter({
    to: email,
    userId: id,
    about: 'access',
    from: shop,
    heading: `Your account at ${shop}`,
    paragraphs: [
      `Hello ${plainName(name)},`,
      `We have opened an account for you at ${shop}, so that what you order on the telephone is found there. Sign in once by an e-mail link with this address; after that, choose a password or another way in.`,
    ],
    action: { label: 'Sign in by e-mail link', url },
    reason: 'Somebody of the shop opened it for you. If you do not know why, ignore this letter.',
  });
}
