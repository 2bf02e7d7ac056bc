import { describe, expect, it } from 'vitest';
import { servedHosts } from './served-hosts.ts';

const demo = { production: false, host: '127.0.0.1', baseUrl: 'http://localhost:3000' };

describe('the demo on loopback', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LocalHost:3000',
    '127.0.0.1:4100',
    '127.0.0.1',
    '[::1]:3000',
    '[::1]',
    'shop.localhost:3000',
    '0.0.0.0:3000',
  ])('answers to %s', (host) => expect(servedHosts(demo)(host)).toBe(true));

  it.each([
    'evil.test',
    'evil.test:3000',
    'localhost.evil.test:3000',
    'evillocalhost:3000',
    '.localhost:3000',
    '127.0.0.1.evil.test',
    'evil.test:3000:localhost',
    'evil.test@localhost',
    '169.254.169.254',
    '10.0.0.1:3000',
    '[::2]:3000',
    '',
    undefined,
  ])('does not answer to %s (attacks T78)', (host) => expect(servedHosts(demo)(host)).toBe(false));

  it('answers to the name in BASE_URL, on any port', () => {
    const served = servedHosts({ ...demo, baseUrl: 'http://shop.example:8080' });
    expect(['shop.example', 'SHOP.example:8080', 'shop.example:3000', 'localhost:3000'].every(served)).toBe(true);
    expect(served('evil.example')).toBe(false);
  });
});

it.each([
  { ...demo, host: '0.0.0.0' },
  { ...demo, host: '192.168.1.5' },
  { ...demo, production: true },
])('$host answers to every name where the demo was opened to others, or a proxy stands before it', (config) => {
  expect(servedHosts(config)('anything.example')).toBe(true);
});
