/** What Stripe answers about a payment, as far as its script looks at it. */
export interface Intent {
  id: string;
  status: string;
  next_action: { type: string; use_stripe_sdk?: { stripe_js?: string } } | null;
  last_payment_error: { code?: string; message?: string } | null;
}

export interface Failure {
  type: string;
  code?: string;
  message?: string;
}

export type Fields = Record<string, unknown>;

export type StripeCall = (method: 'GET' | 'POST', path: string, fields: Fields) => Promise<Intent | { error: Failure }>;

/** Calls of the API with a publishable key. Runs in the shop's page; stands alone. */
export function createCaller(base: string, key: string): StripeCall {
  function flatten(fields: Fields, prefix: string, form: URLSearchParams): URLSearchParams {
    for (const [name, value] of Object.entries(fields)) {
      const path = prefix ? `${prefix}[${name}]` : name;
      if (value === undefined || value === null) continue;
      if (typeof value === 'object') flatten(value as Fields, path, form);
      else form.set(path, String(value));
    }
    return form;
  }

  return async (method, path, fields) => {
    const form = flatten({ key, ...fields }, '', new URLSearchParams());
    try {
      const address = `${base}v1/${path}`;
      const response =
        method === 'GET'
          ? await fetch(`${address}?${form}`, { credentials: 'omit' })
          : await fetch(address, { method: 'POST', body: form, credentials: 'omit' });
      return (await response.json()) as Intent | { error: Failure };
    } catch {
      const message =
        'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  };
}
