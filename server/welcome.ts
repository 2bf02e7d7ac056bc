import type { Config } from './config.ts';

/** What the shop prints once it can be used. */
export function welcome(config: Config, port: number): string {
  if (config.production) return `Tradebench is ready on port ${port}, for ${config.baseUrl}\n`;
  const url = port === config.port ? config.baseUrl : `http://localhost:${port}`;
  return [
    '',
    `  Tradebench is ready: ${url}`,
    '',
    '  Sign in as    ada@tradebench.test    (admin)',
    '                alice@tradebench.test  (customer; manages the company Nordfjord Bygg)',
    '                bob@tradebench.test    (customer; buys for it up to $500)',
    '                carol@tradebench.test  (customer; approves what is above)',
    '  Password      tradebench',
    ...(config.smtpUrl ? [] : [`  Mailbox       ${url}/demo/mailbox`]),
    ...(config.stripe.kind === 'sandbox' ? ['  Test card     4242 4242 4242 4242, any future date, any CVC'] : []),
    '',
    '',
  ].join('\n');
}
