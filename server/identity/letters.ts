import { letter } from '#server/mail/letter.ts';
import type { Letter } from '#server/mail/mail.ts';

/** The letters that identity sends. `url` is good for the time that the letter names, and once. */

const FROM = 'Tradebench';

type Receiver = { email: string; name: string };

function write(to: string, subject: string, parts: Omit<Parameters<typeof letter>[0], 'from'>): Letter {
  return { to, subject, ...letter({ from: FROM, ...parts }) };
}

function greeting({ name }: { name: string }): string {
  return name ? `Hello ${name},` : 'Hello,';
}

export function verifyEmailLetter(user: Receiver, url: string): Letter {
  return write(user.email, 'Verify your e-mail address', {
    heading: 'Verify your e-mail address',
    paragraphs: [greeting(user), 'Please confirm that this is your e-mail address. The link is good for one hour.'],
    action: { label: 'Verify e-mail address', url },
    reason: 'Somebody gave this e-mail address at Tradebench. If it was not you, ignore this letter.',
  });
}

export function confirmChangeLetter(user: Receiver, newEmail: string, url: string): Letter {
  return write(user.email, 'Confirm your new e-mail address', {
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      greeting(user),
      `You asked to use ${newEmail} from now on. When you confirm here, we send a second link to the new address. This link is good for one hour.`,
    ],
    action: { label: 'Yes, change it', url },
    reason: 'If you did not ask for this, change your password: somebody else is signed in to your account.',
  });
}

export function resetPasswordLetter(user: Receiver, url: string): Letter {
  return write(user.email, 'Set a new password', {
    heading: 'Set a new password',
    paragraphs: [greeting(user), 'With this link you set a new password. It is good for one hour, and once.'],
    action: { label: 'Set a new password', url },
    reason:
      'Somebody asked for a new password for this address. If it was not you, ignore this letter: nothing changes.',
  });
}

export function passwordChangedLetter(user: Receiver, url: string): Letter {
  return write(user.email, 'Your password was changed', {
    heading: 'Your password was changed',
    paragraphs: [greeting(user), 'Your password was changed just now, and every other device was signed out.'],
    action: { label: 'This was not me', url },
    reason: 'We always write when a password changes.',
  });
}

export function magicLinkLetter(email: string, url: string): Letter {
  return write(email, 'Your link to sign in', {
    heading: 'Sign in to Tradebench',
    paragraphs: ['Open this link on the device where you want to be signed in. It is good for five minutes, and once.'],
    action: { label: 'Sign in', url },
    reason: 'Somebody asked to sign in with this address. If it was not you, ignore this letter.',
  });
}

/** An SMS: text alone. */
export function phoneCodeMessage(phoneNumber: string, code: string): Letter {
  const text = `${code} is your Tradebench code. It is good for 5 minutes. Never tell it to anybody.`;
  return {
    to: phoneNumber,
    subject: 'Your code',
    text,
    html: letter({
      from: FROM,
      heading: 'Your code',
      paragraphs: ['It is good for 5 minutes. Never tell it to anybody.'],
      code,
      reason: `A text message to ${phoneNumber}.`,
    }).html,
  };
}
