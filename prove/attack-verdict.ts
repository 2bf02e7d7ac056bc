import type { Reply } from './attack-site.ts';

/** Nothing that a stranger may read: stacks, files, queries. */
const INSIDE = /node_modules|\.[cm]?[jt]s:\d|\n\s+at |select .+ from |insert into|syntax error at|violates/i;

/** What an answer should have been and was not, as a sentence; nothing where it was. */
export function refusedWith(reply: Reply, status: number | number[], code?: string | RegExp): string[] {
  const wrong: string[] = [];
  if (![status].flat().includes(reply.status)) wrong.push(`${reply.status} instead of ${[status].flat().join(' or ')}`);
  const given = String(reply.json['code']);
  if (code !== undefined && !(typeof code === 'string' ? given === code : code.test(given)))
    wrong.push(`${given} instead of ${String(code)}`);
  if (reply.status >= 400 && typeof reply.json['requestId'] !== 'string') wrong.push('a refusal without requestId');
  if (INSIDE.test(reply.text)) wrong.push('it tells of the inside');
  return wrong;
}

/** What is missing of the headers that every answer carries. */
export function unprotected(
  { headers, text }: Pick<Reply, 'headers' | 'text'>,
  { https, takesCards = false }: { https: boolean; takesCards?: boolean },
) {
  const wrong: string[] = [];
  const policy = headers.get('content-security-policy') ?? '';
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? policy;
  if (!/(object|default)-src 'none'/.test(policy)) wrong.push('object-src');
  if (!policy.includes("base-uri 'none'")) wrong.push('base-uri');
  if (!policy.includes("frame-ancestors 'none'")) wrong.push('frame-ancestors');
  if (/unsafe-(inline|eval)/.test(scripts)) wrong.push(`script-src ${scripts}`);
  if (!takesCards && policy.includes('stripe.com')) wrong.push('hosts of the card provider');
  if (headers.get('x-content-type-options') !== 'nosniff') wrong.push('nosniff');
  for (const name of ['referrer-policy', 'permissions-policy', 'cache-control'])
    if (!headers.has(name)) wrong.push(name);
  if (headers.get('cross-origin-opener-policy') !== 'same-origin') wrong.push('COOP');
  if (https !== headers.has('strict-transport-security')) wrong.push('HSTS');
  if (headers.has('x-powered-by')) wrong.push('X-Powered-By');
  if (text.includes('node_modules')) wrong.push('it tells of the inside');
  return wrong;
}
