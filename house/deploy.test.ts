import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { isWithin, readRange } from '#server/client-address.ts';
import { projectRoot } from '#server/project-root.ts';

const read = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8');
const withoutComments = (text: string) => text.replaceAll(/^ *#.*$/gm, '');

/** Whether the shops of a file believe X-Forwarded-For from an address. */
function trusts(file: string, address: string): boolean {
  const [, ranges = ''] = /TRUSTED_PROXIES: (.+)/.exec(read(file)) ?? [];
  return ranges.split(',').some((range) => isWithin(ipaddr.parse(address), readRange(range.trim())!));
}

it.each([
  // Docker's networks and podman's; no network of a company, and no cloud's.
  ['container/compose.yaml', '172.18.0.5', true],
  ['container/compose.yaml', '10.89.0.5', true],
  ['container/compose.yaml', '10.0.0.5', false],
  ['container/compose.yaml', '192.168.1.5', false],
  // The ingress controller's pods, and no other pod.
  ['kubernetes/tradebench.yaml', '10.42.7.9', true],
  ['kubernetes/tradebench.yaml', '10.42.8.9', false],
])('%s trusts a proxy at %s: %s', (file, address, expected) => expect(trusts(file, address)).toBe(expected));

it('no proxy takes a 503, which is the shop’s own answer, for a shop that is gone', () => {
  expect(withoutComments(read('nginx/tradebench.conf'))).not.toMatch(/proxy_next_upstream [^;]*http_/);
  expect(withoutComments(read('haproxy/haproxy.cfg'))).not.toMatch(/\bobserve\b|on-error/);
});

it('balancers ask whether a shop drains, not whether it has its database', () => {
  expect(withoutComments(read('haproxy/haproxy.cfg'))).toContain('uri /servez');
  expect(read('kubernetes/tradebench.yaml')).toMatch(/readinessProbe:\n +httpGet: \{ path: \/servez/);
});

it('proxies turn http into https, and log the request id and never the query, which carries what letters work by', () => {
  const nginx = withoutComments(read('nginx/tradebench.conf'));
  expect(nginx).toContain('return 301 https://$host$request_uri;');
  expect(nginx).toContain('request=$upstream_http_x_request_id');
  expect(nginx).not.toMatch(/log_format[^;]*\$(request_uri|request|args)\b/);
  const haproxy = withoutComments(read('haproxy/haproxy.cfg'));
  expect(haproxy).toMatch(/redirect scheme https code 301[\s\S]+bind :443 ssl crt/);
  expect(haproxy).toMatch(/log-format .*request=%\[var\(txn.request\)\]/);
  expect(haproxy).not.toMatch(/log-format .*%(HU|r|HQ|HP)\b/);
});
