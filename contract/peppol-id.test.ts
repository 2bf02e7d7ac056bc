import { expect, it } from 'vitest';
import { PeppolId } from './peppol-id.ts';

it.each(['', '9930:DE136695976', '0204:04011000-12345-34', '0088:7300010000001', '0192:974760673', '0208:0403019261'])(
  '%j is where e-invoices can go',
  (address) => expect(PeppolId.safeParse(address).data).toBe(address),
);

it.each([
  '7777:DE136695976',
  'XX:1',
  '9930:',
  '9930',
  ':1',
  '0088:7300010000002',
  '0088:730001000000',
  '0192:974760674',
  '0208:0403019262',
  '0208:9403019261',
])('%j is nowhere', (address) => expect(PeppolId.safeParse(address).success).toBe(false));

it.each(['9930', '0192:974760674', '9'.repeat(65)])('%j is refused once, with how an address is written', (address) => {
  const issues = PeppolId.safeParse(address).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Enter the Peppol address as scheme:number/),
  ]);
});
