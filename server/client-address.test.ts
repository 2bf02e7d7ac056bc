import { expect, it } from 'vitest';
import {
  type AddressRange,
  clientAddress,
  isForwardedByStranger,
  isPublicHost,
  networkOf,
  readRange,
} from './client-address.ts';

const trusted = (...texts: string[]) =>
  texts.map((text) => readRange(text)).filter((range): range is AddressRange => range !== null);
const seen = (forwarded: string, socket: string, ranges: AddressRange[]) =>
  clientAddress(new Request('http://shop.test/', { headers: { 'x-forwarded-for': forwarded } }), socket, ranges);

it.each<[string, string, string, string[]]>([
  ['203.0.113.9', '203.0.113.9', '10.1.2.3', ['10.0.0.0/8']],
  ['203.0.113.9', '198.51.100.1', '198.51.100.1', ['10.0.0.0/8']],
  ['1.1.1.1, 203.0.113.9', '203.0.113.9', '10.1.2.3', ['10.0.0.0/8']],
  ['203.0.113.9, 10.9.9.9', '203.0.113.9', '::ffff:10.1.2.3', ['10.0.0.0/8']],
  ['203.0.113.9:51234', '203.0.113.9', '10.1.2.3', ['10.1.2.3']],
  ['203.0.113.9:51235', '203.0.113.9', '10.1.2.3', ['::ffff:10.1.2.0/120']],
  ['[2001:db8::9]:443', '2001:db8::9', 'fd00::1', ['fd00::/8']],
  ['2001:DB8:0:0::9', '2001:db8::9', 'fd00::1', ['fd00::/8']],
  ['203.0.113.9, unknown', '10.1.2.3', '10.1.2.3', ['10.0.0.0/8']],
  ['203.0.113.9, 010.0.0.1', '10.1.2.3', '10.1.2.3', ['10.0.0.0/8']],
  ['', '10.1.2.3', '10.1.2.3', ['10.0.0.0/8']],
  ['10.3.3.3', '10.3.3.3', '10.1.2.3', ['10.0.0.0/8']],
])('X-Forwarded-For %j is %s behind %s, where %j are believed (attacks T68)', (forwarded, client, socket, ranges) => {
  expect(seen(forwarded, socket, trusted(...ranges))).toBe(client);
});

it.each([
  'proxy',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.1',
  '010.0.0.1',
  '10.0.0.1:80',
  '::/129',
  '1.2.3.4/-1',
  '',
])('%j is no address and no range of them', (text) => expect(readRange(text)).toBeNull());

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('an address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['shop.example', true],
  ['shop.example.com.', true],
  ['203.0.112.9', true],
  ['[2a00::1]', true],
  ['localhost', false],
  ['shop.localhost', false],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['192.168.1.5', false],
  ['10.0.0.5', false],
  ['tradebench', false],
  ['shop.test', false],
  ['printer.local', false],
])('%s is public: %s', (host, expected) => expect(isPublicHost(host)).toBe(expected));

it.each([
  ['203.0.113.9', '10.1.2.3', ['10.0.0.0/8'], false],
  ['203.0.113.9', '::ffff:10.1.2.3', ['10.0.0.0/8'], false],
  ['203.0.113.9', '172.17.0.2', ['10.0.0.0/8'], true],
  ['203.0.113.9', '172.17.0.2', [], true],
  [null, '172.17.0.2', [], false],
])('X-Forwarded-For %s from %s, where %j are trusted, is a stranger’s: %s', (said, socket, ranges, expected) => {
  const request = new Request('http://shop.test/', said === null ? {} : { headers: { 'x-forwarded-for': said } });
  expect(
    isForwardedByStranger(
      request,
      socket,
      ranges.map((range) => readRange(range)!),
    ),
  ).toBe(expected);
});
