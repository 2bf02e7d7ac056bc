import type { RegisterOptions } from 'react-hook-form';
import { isEmailAddress } from '#contract/email.ts';
import { MIN_PASSWORD } from '#contract/limits.ts';
import { say } from '#web/saying/say.ts';

/** Spec §5, by the rule of all addresses: it takes what the spec's simple pattern takes, and real addresses beside. */
export const emailRule = {
  required: say('Email is required'),
  validate: (value: string) => isEmailAddress(value) || say('Provide a valid email'),
  setValueAs: (value: string) => value.trim(),
} satisfies RegisterOptions;

/** Spec §9. */
export const passwordRule = {
  required: say('Password is required'),
  minLength: { value: MIN_PASSWORD, message: say('Must be 6 characters or longer') },
} satisfies RegisterOptions;

export const nameRule = {
  validate: (value: string) => value.trim() !== '' || say('Name is required'),
} satisfies RegisterOptions;

/** As the identity service takes them: E.164, with spaces and dashes forgiven. */
export const phoneRule = {
  required: say('Phone number is required'),
  pattern: {
    value: /^\+[1-9]\d{6,14}$/,
    message: say('Enter the phone number with its country code, such as +8801712345678'),
  },
  setValueAs: (value: string) => value.replaceAll(/[\s()-]/g, ''),
} satisfies RegisterOptions;

export const codeRule = {
  required: say('Code is required'),
  setValueAs: (value: string) => value.replaceAll(/\s/g, ''),
} satisfies RegisterOptions;
