/** Calls a shop as a customer would, from outside, and never throws: a lost answer is status 0. */
export interface Buyer {
  email: string;
  token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  /** 0 where no answer came. */
  status: number;
  body: Record<string, unknown>;
}

const PASSWORD = 'proof-password';
const ANSWER_WITHIN_MS = 20_000;
/** As the pages do it: 5 minutes before the 15 of an access token are over. */
const RENEW_AFTER_MS = 10 * 60_000;

/** A new customer. @param urls picks the process that a call goes to */
export async function signUp(baseUrl: string, urls: () => string, name: string): Promise<Buyer> {
  const email = `${name}@buyers.test`;
  const signedUp = await send(
    baseUrl,
    'POST',
    '/api/auth/sign-up/email',
    { email, password: PASSWORD, name },
    {
      origin: baseUrl,
    },
  );
  return { email, ...(await withToken(baseUrl, urls, email, signedUp)) };
}

/** The demo's admin. */
export async function signInAdmin(baseUrl: string, urls: () => string): Promise<Buyer> {
  return signIn(baseUrl, urls, 'ada@tradebench.test');
}

/** Somebody of the demo. */
export async function signIn(baseUrl: string, urls: () => string, email: string): Promise<Buyer> {
  const body = { email, password: 'tradebench' };
  const signedIn = await send(baseUrl, 'POST', '/api/auth/sign-in/email', body, { origin: baseUrl });
  return { email, ...(await withToken(baseUrl, urls, email, signedIn)) };
}

async function withToken(
  baseUrl: string,
  urls: () => string,
  email: string,
  { body, cookie }: Sent,
): Promise<Pick<Buyer, 'call' | 'token'>> {
  const exchange = async (url: string) => {
    const { body: answer } = await send(url, 'PUT', `/user/${email}`, { email }, { origin: baseUrl, cookie });
    return typeof answer['token'] === 'string' ? answer['token'] : null;
  };
  let token = await exchange(baseUrl);
  if (token === null) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
  let renewAt = Date.now() + RENEW_AFTER_MS;
  return {
    token,
    async call(method, path, wanted, headers) {
      if (Date.now() > renewAt) {
        renewAt = Date.now() + RENEW_AFTER_MS;
        token = (await exchange(urls())) ?? token;
      }
      return send(urls(), method, path, wanted, { authorization: `Bearer ${token}`, ...headers });
    },
  };
}

/** Somebody who has an access token already. */
export function withBearer(token: string, urls: () => string): Pick<Buyer, 'call' | 'token'> {
  return {
    token,
    call: (method, path, body, headers) =>
      send(urls(), method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  };
}

interface Sent extends Answer {
  cookie: string;
}

async function send(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Sent> {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, cookie };
  } catch {
    return { status: 0, body: {}, cookie: '' };
  }
}
