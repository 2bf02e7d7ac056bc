import { type Language, languageFor } from '#contract/languages.ts';
import { message } from '#contract/messages.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Role } from '#contract/policy.ts';
import { letter } from '#server/people/mail/letter.ts';
import { sayIn, type Speaker } from '#server/engine/words/say.ts';
import type { Letter } from '#server/people/mail/sender.ts';

/** The letters that identity sends. `url` is good for the time that the letter names, and once. */

/** Whose letters they are, as the owner has set it. */
type Company = Pick<Settings['company'], 'name' | 'email' | 'phone'>;

/** The shop that writes, with the languages that it writes in, its own first. */
export interface LetterShop {
  company: Company;
  languages: readonly Language[];
}

/** How long the links last that prove an address or set a password. */
export const LINK_SECONDS = 3_600;
/** How long links and codes last by which one signs in. */
export const SIGN_IN_SECONDS = 300;

/** Who writes, and in which language. */
export interface Writing {
  say: Speaker;
  company: Company;
}

/** Writes to somebody in their language where the shop speaks it, else in its own. @param language that they chose */
export function writingTo({ company, languages }: LetterShop, language?: Language | null): Writing {
  return { company, say: sayIn(languageFor(languages, language)) };
}

/** Whom a letter is for. A name is written only where the address is proved: else anybody could have us write theirs to strangers. */
interface Receiver {
  id: string;
  email: string;
  name?: string;
  emailVerified?: boolean;
}

function greeting({ name, emailVerified }: Receiver, say: Speaker): string {
  return name && emailVerified ? say('Hello {name},', { name }) : say('Hello,');
}

function to({ say, company: { name } }: Writing, { id, email }: Receiver) {
  return { say, to: email, userId: id, from: name };
}

/** To whom a link is sent that proves an address or sets a password. */
function withLink(writing: Writing, user: Receiver) {
  return { ...to(writing, user), about: 'access' as const, goodForSeconds: LINK_SECONDS };
}

/** Why somebody gets a letter who may never have heard of the shop. */
function enteredAt({ say, company }: Writing): string {
  return say('Somebody entered this e-mail address at {shop}. If it was not you, you can ignore this e-mail.', {
    shop: company.name,
  });
}

export function verifyEmailLetter(writing: Writing, user: Receiver, url: string): Letter {
  const { say } = writing;
  return letter({
    ...withLink(writing, user),
    heading: say('Verify your e-mail address'),
    paragraphs: [
      greeting(user, say),
      say('Please confirm that this is your e-mail address. The link is valid for one hour.'),
    ],
    action: { label: say('Verify e-mail address'), url },
    reason: enteredAt(writing),
  });
}

/** To the new address of an account, which has not been proved yet. */
export function newAddressLetter(writing: Writing, user: { id: string; email: string }, url: string): Letter {
  const { say, company } = writing;
  return letter({
    ...withLink(writing, user),
    heading: say('Verify your new e-mail address'),
    paragraphs: [
      greeting(user, say),
      say(
        'Somebody wants to use this e-mail address for their account at {shop}. Please confirm that it is yours. The link is valid for one hour.',
        { shop: company.name },
      ),
    ],
    action: { label: say('Verify e-mail address'), url },
    reason: enteredAt(writing),
  });
}

/** To the address that was an account's until now. */
export function addressChangedLetter(writing: Writing, user: Receiver): Letter {
  const { say, company } = writing;
  const { name: shop, email, phone } = company;
  return letter({
    ...to(writing, user),
    about: 'security',
    heading: say('Your e-mail address was changed'),
    paragraphs: [
      greeting(user, say),
      say(
        'The e-mail address of your account at {shop} was changed just now. Nobody can sign in with this one any more.',
        { shop },
      ),
      say('If you did not do this, tell us at once: {email}, {phone}.', { email, phone }),
    ],
    reason: say('We always write to the old address when it changes.'),
  });
}

/** Asks somebody who is to work for the shop to show that the address is theirs. `url` is the page for it, and lets nobody in by itself. */
export function invitationLetter(writing: Writing, user: Receiver, url: string): Letter {
  const { say, company } = writing;
  return letter({
    ...to(writing, user),
    about: 'staff',
    subject: say('You are invited to work for the shop'),
    heading: say('Show that this address is yours'),
    paragraphs: [
      greeting(user, say),
      say(
        'An admin of {shop} wants to give you access as staff. Please sign in once by an e-mail link first, which shows that this address is yours.',
        { shop: company.name },
      ),
    ],
    action: { label: say('Sign in by e-mail link'), url },
    reason: say(
      'Somebody has registered with this address. If it was not you, signing in by the link takes the account from them.',
    ),
  });
}

/** What the roles of the staff are called in letters. */
const ROLE_NAMES = {
  sales: message('sales'),
  warehouse: message('warehouse'),
  bookkeeper: message('bookkeeper'),
  admin: message('admin'),
} satisfies Record<Exclude<Role, 'customer'>, string>;

/** Invites somebody to work for the shop. `url` signs its reader in, once, which shows that the address is theirs. */
export function staffLetter(
  { say, company: { name: shop } }: Writing,
  { email, role, days }: { email: string; role: keyof typeof ROLE_NAMES; days: number },
  url: string,
): Letter {
  return letter({
    say,
    to: email,
    about: 'staff',
    from: shop,
    heading: say('You are invited to work for {shop}', { shop }),
    paragraphs: [
      say('Hello,'),
      say(
        'An admin of {shop} invites you to work for the shop as {role}. To accept, open this link within {days, number} days. It works once, so keep it to yourself.',
        { shop, role: say(ROLE_NAMES[role]), days },
      ),
    ],
    action: { label: say('Begin'), url },
    goodForSeconds: days * 86_400,
    reason: say('An admin entered this e-mail address. If you do not know why, you can ignore this e-mail.'),
  });
}

export function confirmChangeLetter(writing: Writing, user: Receiver, newEmail: string, url: string): Letter {
  const { say } = writing;
  return letter({
    ...withLink(writing, user),
    heading: say('Confirm your new e-mail address'),
    paragraphs: [
      greeting(user, say),
      say(
        'You asked to use {email} from now on. When you confirm here, we will send a second link to the new address. This link is valid for one hour.',
        { email: newEmail },
      ),
    ],
    action: { label: say('Yes, change it'), url },
    reason: say('If you did not ask for this, change your password: somebody else is signed in to your account.'),
  });
}

export function resetPasswordLetter(writing: Writing, user: Receiver, url: string): Letter {
  const { say } = writing;
  return letter({
    ...withLink(writing, user),
    heading: say('Set a new password'),
    paragraphs: [
      greeting(user, say),
      say('Use this link to set a new password. It is valid for one hour and works once.'),
    ],
    action: { label: say('Set a new password'), url },
    reason: say(
      'Somebody asked for a new password for this address. If it was not you, you can ignore this e-mail: nothing will change.',
    ),
  });
}

export function passwordChangedLetter(writing: Writing, user: Receiver, url: string): Letter {
  const { say } = writing;
  return letter({
    ...to(writing, user),
    about: 'security',
    heading: say('Your password was changed'),
    paragraphs: [
      greeting(user, say),
      say('Your password was changed just now, and every other device was signed out.'),
    ],
    action: { label: say('This was not me'), url },
    reason: say('We always write when a password changes.'),
  });
}

/** `id` is that of the user who has the address, where there is one. */
export function magicLinkLetter(
  { say, company }: Writing,
  receiver: { id?: string | undefined; email: string },
  url: string,
): Letter {
  return letter({
    say,
    to: receiver.email,
    userId: receiver.id,
    about: 'access',
    goodForSeconds: SIGN_IN_SECONDS,
    from: company.name,
    subject: say('Your link to sign in'),
    heading: say('Sign in to {shop}', { shop: company.name }),
    paragraphs: [
      say('Open this link on the device where you want to sign in. It is valid for five minutes and works once.'),
    ],
    action: { label: say('Sign in'), url },
    reason: say('Somebody asked to sign in with this address. If it was not you, you can ignore this e-mail.'),
  });
}

/** An SMS: text alone. `userId` is whose number it is, or is to be. */
export function phoneCodeMessage(
  { say, company }: Writing,
  phoneNumber: string,
  code: string,
  userId?: string,
): Letter {
  const text = say('{code} is your {shop} code. It is valid for 5 minutes. Never share it with anybody.', {
    code,
    shop: company.name,
  });
  const written = letter({
    say,
    to: phoneNumber,
    userId,
    about: 'access',
    goodForSeconds: SIGN_IN_SECONDS,
    from: company.name,
    heading: say('Your code'),
    paragraphs: [say('It is valid for 5 minutes. Never share it with anybody.')],
    code,
    reason: say('A text message to {number}.', { number: phoneNumber }),
  });
  return { ...written, text };
}
