import { COMPANY_INVITATION_DAYS } from '#contract/buying/company-people.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** The letters about companies. `shop` is the name of the company that writes; an `id` is that of the user whose letter it is. */

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

/** What the roles of a company are called in letters. */
const CALLED: Record<CompanyRole, string> = {
  buyer: 'a buyer, who orders for it',
  approver: 'an approver, who orders for it and approves what others order',
  accounts: 'a member of its accounts, who see its orders and papers',
  manager: 'a manager, who orders for it and manages its members',
};

/** Asks somebody into a company; both names are chosen by who may be a stranger. `url` is the page that the link leads to, which lets nobody in by itself. */
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
      `${inviter} invites you to order for ${named === '' ? 'a company' : `a company called “${named}”`}. You will be ${CALLED[role]}. Follow the link within ${COMPANY_INVITATION_DAYS} days and sign in with this address.`,
    ],
    action: { label: 'View the invitation', url },
    reason: `${inviter} entered this e-mail address. If you do not know why, you can ignore this e-mail.`,
  });
}

/** Tells who manages a company that orders for it can be placed. */
export function activeLetter(shop: string, { id, email }: Receiver, company: string, url: string): Letter {
  return letter({
    to: email,
    userId: id,
    about: 'order',
    from: shop,
    heading: `${plainName(company)} can now place orders`,
    paragraphs: [
      'Hello,',
      `The account of ${plainName(company)} at ${shop} is now active: its members can place orders.`,
    ],
    action: { label: 'View the account', url },
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
      `${plainName(name)} (${memberEmail}) has joined ${called} at ${shop} as ${CALLED[role]}. ${by === null ? `${shop} added them.` : `${plainName(by)} invited them.`}`,
      "If that is wrong, change their role or remove them on the company's page.",
    ],
    action: { label: 'View the members', url },
    reason: `You manage the account of ${called}.`,
  });
}

/** Tells staff that nobody manages a company any more. */
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
    paragraphs: [
      'So many companies lost their last manager today that you will get no more e-mails about it for a day.',
    ],
    action: { label: 'View the companies', url: new URL('/dashboard/companies', url).href },
    reason,
  });
  const { subject, text, html } = more;
  const written = letter({
    to: email,
    userId: id,
    about: 'staff',
    from: shop,
    heading: `${plainName(name)} no longer has a manager`,
    paragraphs: [
      'Hello,',
      `The account of the last manager of ${plainName(name)} (${number}) was removed. The company is on hold: nothing can be ordered for it until somebody has looked into it.`,
    ],
    action: { label: 'View the company', url },
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
      `We have opened an account for you at ${shop}, where you can find what you order by telephone. Sign in once by an e-mail link with this address; after that, choose a password or another way to sign in.`,
    ],
    action: { label: 'Sign in by e-mail link', url },
    reason: 'Somebody at the shop opened it for you. If you do not know why, you can ignore this e-mail.',
  });
}
