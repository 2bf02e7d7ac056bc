import { COMPANY_INVITATION_DAYS } from '#contract/buying/company-people.ts';
import { message } from '#contract/messages.ts';
import type { Speaker } from '#server/engine/words/say.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** The letters about companies. `shop` is the name of the company that writes; an `id` is that of the user whose letter it is. */

/** Who writes, and in which language. */
interface Writing {
  say: Speaker;
  shop: string;
}

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
const CALLED = {
  buyer: message('a buyer, who orders for it'),
  approver: message('an approver, who orders for it and approves what others order'),
  accounts: message('a member of its accounts, who see its orders and papers'),
  manager: message('a manager, who orders for it and manages its members'),
} satisfies Record<CompanyRole, string>;

/** Asks somebody into a company; both names are chosen by who may be a stranger. `url` is the page that the link leads to, which lets nobody in by itself. */
export function joinLetter(
  { say, shop }: Writing,
  { email, company, role, by }: { email: string; company: string; role: CompanyRole; by: string },
  url: string,
): Letter {
  const inviter = plainName(by) || say('Somebody');
  const named = plainName(company);
  const said = { inviter, role: say(CALLED[role]), days: COMPANY_INVITATION_DAYS };
  return letter({
    say,
    to: email,
    about: 'access',
    goodForSeconds: COMPANY_INVITATION_DAYS * DAY,
    from: shop,
    heading: say('You are invited to buy at {shop}', { shop }),
    paragraphs: [
      say('Hello,'),
      named === ''
        ? say(
            '{inviter} invites you to order for a company. You will be {role}. Follow the link within {days, number} days and sign in with this address.',
            said,
          )
        : say(
            '{inviter} invites you to order for a company called “{company}”. You will be {role}. Follow the link within {days, number} days and sign in with this address.',
            { ...said, company: named },
          ),
    ],
    action: { label: say('View the invitation'), url },
    reason: say('{inviter} entered this e-mail address. If you do not know why, you can ignore this e-mail.', {
      inviter,
    }),
  });
}

/** Tells who manages a company that orders for it can be placed. */
export function activeLetter({ say, shop }: Writing, { id, email }: Receiver, named: string, url: string): Letter {
  const company = plainName(named);
  return letter({
    say,
    to: email,
    userId: id,
    about: 'order',
    from: shop,
    heading: say('{company} can now place orders', { company }),
    paragraphs: [
      say('Hello,'),
      say('The account of {company} at {shop} is now active: its members can place orders.', { company, shop }),
    ],
    action: { label: say('View the account'), url },
    reason: say('You manage the account of {company}.', { company }),
  });
}

/** Tells who manages a company who belongs to it from now on. @param by who asked them, or null for the shop */
export function memberLetter(
  { say, shop }: Writing,
  { id, email }: Receiver,
  { company: called, name, memberEmail, role, by }: NewMember,
  url: string,
): Letter {
  const company = plainName(called);
  const said = { name: plainName(name), email: memberEmail, company, shop, role: say(CALLED[role]) };
  return letter({
    say,
    to: email,
    userId: id,
    about: 'order',
    from: shop,
    heading: say('Your company has a new member'),
    paragraphs: [
      say('Hello,'),
      by === null
        ? say('{name} ({email}) has joined {company} at {shop} as {role}. {shop} added them.', said)
        : say('{name} ({email}) has joined {company} at {shop} as {role}. {by} invited them.', {
            ...said,
            by: plainName(by),
          }),
      say("If that is wrong, change their role or remove them on the company's page."),
    ],
    action: { label: say('View the members'), url },
    reason: say('You manage the account of {company}.', { company }),
  });
}

/** Tells staff that nobody manages a company any more. */
export function unmanagedLetter(
  { say, shop }: Writing,
  { id, email }: Receiver,
  { name, number }: { name: string; number: string },
  url: string,
): Letter {
  const company = plainName(name);
  const reason = say('You are an admin of the shop.');
  const more = letter({
    say,
    to: email,
    about: 'staff',
    from: shop,
    heading: say('More companies without a manager'),
    paragraphs: [
      say('So many companies lost their last manager today that you will get no more e-mails about it for a day.'),
    ],
    action: { label: say('View the companies'), url: new URL('/dashboard/companies', url).href },
    reason,
  });
  const { subject, text, html } = more;
  const written = letter({
    say,
    to: email,
    userId: id,
    about: 'staff',
    from: shop,
    heading: say('{company} no longer has a manager', { company }),
    paragraphs: [
      say('Hello,'),
      say(
        'The account of the last manager of {company} ({number}) was removed. The company is on hold: nothing can be ordered for it until somebody has looked into it.',
        { company, number },
      ),
    ],
    action: { label: say('View the company'), url },
    reason,
  });
  // Whoever opens companies and leaves uses up nothing of what else admins have to know.
  return { ...written, cause: { by: 'companies without a manager', instead: { subject, text, html } } };
}

/** Tells a customer whom staff know from the telephone how they come to their orders. */
export function welcomeLetter({ say, shop }: Writing, { id, email }: Receiver, name: string, url: string): Letter {
  return letter({
    say,
    to: email,
    userId: id,
    about: 'access',
    from: shop,
    heading: say('Your account at {shop}', { shop }),
    paragraphs: [
      say('Hello {name},', { name: plainName(name) }),
      say(
        'We have opened an account for you at {shop}, where you can find what you order by telephone. Sign in once by an e-mail link with this address; after that, choose a password or another way to sign in.',
        { shop },
      ),
    ],
    action: { label: say('Sign in by e-mail link'), url },
    reason: say('Somebody at the shop opened it for you. If you do not know why, you can ignore this e-mail.'),
  });
}
