import type { Settings } from '#contract/office/settings.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Letter } from '#server/people/mail/sender.ts';

/** The letters that identity sends. `url` is good for the time that the letter names, and once. */

/** Whose letters they are, as the owner has set it. */
export type Company = Pick<Settings['company'], 'name' | 'email' | 'phone'>;

/** How long the links last that prove an address or set a password. */
export const LINK_SECONDS = 3_600;
/** How long links and codes last by which one signs in. */
export const SIGN_IN_SECONDS = 300;

/** Whom a letter is for. A name is written only where the address is proved: else anybody could have us write theirs to strangers. */
interface Receiver {
  id: string;
  email: string;
  name?: string;
  emailVerified?: boolean;
}

function greeting({ name, emailVerified }: Receiver): string {
  return name && emailVerified ? `Hello ${name},` : 'Hello,';
}

function to({ name }: Company, { id, email }: Receiver) {
  return { to: email, userId: id, from: name };
}

/** To whom a link is sent that proves an address or sets a password. */
function withLink(company: Company, user: Receiver) {
  return { ...to(company, user), about: 'access' as const, goodForSeconds: LINK_SECONDS };
}

export function verifyEmailLetter(company: Company, user: Receiver, url: string): Letter {
  return letter({
    ...withLink(company, user),
    heading: 'Verify your e-mail address',
    paragraphs: [greeting(user), 'Please confirm that this is your e-mail address. The link is valid for one hour.'],
    action: { label: 'Verify e-mail address', url },
    reason: `Somebody entered this e-mail address at ${company.name}. If it was not you, you can ignore this e-mail.`,
  });
}

/** To the new address of an account, which has not been proved yet. */
export function newAddressLetter(company: Company, user: { id: string; email: string }, url: string): Letter {
  return letter({
    ...withLink(company, user),
    heading: 'Verify your new e-mail address',
    paragraphs: [
      greeting(user),
      `Somebody wants to use this e-mail address for their account at ${company.name}. Please confirm that it is yours. The link is valid for one hour.`,
    ],
    action: { label: 'Verify e-mail address', url },
    reason: `Somebody entered this e-mail address at ${company.name}. If it was not you, you can ignore this e-mail.`,
  });
}

/** To the address that was an account's until now. */
export function addressChangedLetter(company: Company, user: Receiver): Letter {
  return letter({
    ...to(company, user),
    about: 'security',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      greeting(user),
      `The e-mail address of your account at ${company.name} was changed just now. Nobody can sign in with this one any more.`,
      `If you did not do this, tell us at once: ${company.email}, ${company.phone}.`,
    ],
    reason: 'We always write to the old address when it changes.',
  });
}

/** Asks somebody who is to work for the shop to show that the address is theirs. `url` is the page for it, and lets nobody in by itself. */
export function invitationLetter(company: Company, user: Receiver, url: string): Letter {
  return letter({
    ...to(company, user),
    about: 'staff',
    subject: 'You are invited to work for the shop',
    heading: 'Show that this address is yours',
    paragraphs: [
      greeting(user),
      `An admin of ${company.name} wants to give you access as staff. Please sign in once by an e-mail link first, which shows that this address is yours.`,
    ],
    action: { label: 'Sign in by e-mail link', url },
    reason:
      'Somebody has registered with this address. If it was not you, signing in by the link takes the account from them.',
  });
}

/** Invites somebody to work for the shop. `url` signs its reader in, once, which shows that the address is theirs. */
export function staffLetter(
  { email, role, shop, days }: { email: string; role: string; shop: string; days: number },
  url: string,
): Letter {
  return letter({
    to: email,
    about: 'staff',
    from: shop,
    heading: `You are invited to work for ${shop}`,
    paragraphs: [
      'Hello,',
      `An admin of ${shop} invites you to work for the shop as ${role}. To accept, open this link within ${days} days. It works once, so keep it to yourself.`,
    ],
    action: { label: 'Begin', url },
    goodForSeconds: days * 86_400,
    reason: 'An admin entered this e-mail address. If you do not know why, you can ignore this e-mail.',
  });
}

export function confirmChangeLetter(company: Company, user: Receiver, newEmail: string, url: string): Letter {
  return letter({
    ...withLink(company, user),
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      greeting(user),
      `You asked to use ${newEmail} from now on. When you confirm here, we will send a second link to the new address. This link is valid for one hour.`,
    ],
    action: { label: 'Yes, change it', url },
    reason: 'If you did not ask for this, change your password: somebody else is signed in to your account.',
  });
}

export function resetPasswordLetter(company: Company, user: Receiver, url: string): Letter {
  return letter({
    ...withLink(company, user),
    heading: 'Set a new password',
    paragraphs: [greeting(user), 'Use this link to set a new password. It is valid for one hour and works once.'],
    action: { label: 'Set a new password', url },
    reason:
      'Somebody asked for a new password for this address. If it was not you, you can ignore this e-mail: nothing will change.',
  });
}

export function passwordChangedLetter(company: Company, user: Receiver, url: string): Letter {
  return letter({
    ...to(company, user),
    about: 'security',
    heading: 'Your password was changed',
    paragraphs: [greeting(user), 'Your password was changed just now, and every other device was signed out.'],
    action: { label: 'This was not me', url },
    reason: 'We always write when a password changes.',
  });
}

/** `id` is that of the user who has the address, where there is one. */
export function magicLinkLetter(
  company: Company,
  receiver: { id?: string | undefined; email: string },
  url: string,
): Letter {
  return letter({
    to: receiver.email,
    userId: receiver.id,
    about: 'access',
    goodForSeconds: SIGN_IN_SECONDS,
    from: company.name,
    subject: 'Your link to sign in',
    heading: `Sign in to ${company.name}`,
    paragraphs: [
      'Open this link on the device where you want to sign in. It is valid for five minutes and works once.',
    ],
    action: { label: 'Sign in', url },
    reason: 'Somebody asked to sign in with this address. If it was not you, you can ignore this e-mail.',
  });
}

/** An SMS: text alone. `userId` is whose number it is, or is to be. */
export function phoneCodeMessage(company: Company, phoneNumber: string, code: string, userId?: string): Letter {
  const text = `${code} is your ${company.name} code. It is valid for 5 minutes. Never share it with anybody.`;
  const message = letter({
    to: phoneNumber,
    userId,
    about: 'access',
    goodForSeconds: SIGN_IN_SECONDS,
    from: company.name,
    heading: 'Your code',
    paragraphs: ['It is valid for 5 minutes. Never share it with anybody.'],
    code,
    reason: `A text message to ${phoneNumber}.`,
  });
  return { ...message, text };
}
