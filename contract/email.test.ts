import { expect, test } from 'vitest';
import { z } from 'zod';
import { NewCompanyInvitation, NewCustomer } from './buying/company-people.ts';
import { isEmailAddress } from './email.ts';
import { NewInvitation } from './office/users.ts';
import { emailRule } from '#web/sign-in/rules.ts';

const ADDRESSES = [
  'alice@tradebench.test',
  "o'neil+tools@sub.example.co",
  'A.B-c_d@example.museum',
  'a@xn--mller-kva.example',
  'r&d@example.com',
  'sales/de@example.com',
  'a@müller-werkzeuge.de',
  'ümit@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@example',
  'a b@example.com',
  'a@-example.com',
  `${'a'.repeat(250)}@example.com`,
];

test.each(ADDRESSES)('%s can be invited, kept and typed in just where it can register', (address) => {
  // What the library for signing up asks.
  const can = address.length <= 254 && z.email().safeParse(address).success;
  expect(isEmailAddress(address)).toBe(can);
  expect(NewCompanyInvitation.safeParse({ email: address, role: 'buyer' }).success).toBe(can);
  expect(NewInvitation.safeParse({ email: address, role: 'sales' }).success).toBe(can);
  expect(NewCustomer.safeParse({ email: address, name: 'A' }).success).toBe(can);
  expect(emailRule.validate(address) === true).toBe(can);
});
