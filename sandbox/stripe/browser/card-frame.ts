import type { brandRules, passesLuhn } from './card-rules.ts';
import type { BillingDetails, CardOptions, ElementError, FromFrame, Look, MethodResult, ToFrame } from './messages.ts';

export interface FrameParts extends Record<string, (...args: never[]) => unknown> {
  brandRules: typeof brandRules;
  passesLuhn: typeof passesLuhn;
}

type FieldName = 'number' | 'expiry' | 'cvc' | 'zip';

/** Runs in the card frame. The digits typed here leave it only for Stripe's own endpoint. */
export function runCardFrame({ brandRules: rulesOf, passesLuhn: luhn }: FrameParts): void {
  const names: FieldName[] = ['number', 'expiry', 'cvc', 'zip'];
  const input = (name: FieldName) => document.getElementById(name) as HTMLInputElement;
  const digits = (name: FieldName) => input(name).value.replace(/\D/g, '');
  const left = new Set<FieldName>();
  let hideZip = false;
  let port: MessagePort | undefined;
  const send = (message: FromFrame) => port?.postMessage(message);
  const visible = () => names.filter((name) => name !== 'zip' || !hideZip);

  const fault = (code: string, message: string): ElementError => ({ type: 'validation_error', code, message });

  /** `wrong` cannot become right by typing on; `incomplete` can. */
  function check(name: FieldName): { wrong?: ElementError; incomplete?: ElementError } {
    const value = name === 'zip' ? input(name).value.trim() : digits(name);
    if (name === 'number') {
      const { lengths } = rulesOf(value);
      if (value.length < Math.min(...lengths)) {
        return { incomplete: fault('incomplete_number', 'Your card number is incomplete.') };
      }
      return lengths.includes(value.length) && luhn(value)
        ? {}
        : { wrong: fault('invalid_number', 'Your card number is invalid.') };
    }
    if (name === 'expiry') return checkExpiry(value);
    if (name === 'cvc') {
      return value.length < rulesOf(digits('number')).cvcLength
        ? { incomplete: fault('incomplete_cvc', "Your card's security code is incomplete.") }
        : {};
    }
    return value.length < 4 ? { incomplete: fault('incomplete_zip', 'Your postal code is incomplete.') } : {};
  }

  function checkExpiry(value: string): { wrong?: ElementError; incomplete?: ElementError } {
    if (value.length < 4) {
      return { incomplete: fault('incomplete_expiry', "Your card's expiration date is incomplete.") };
    }
    const [month, year] = [Number(value.slice(0, 2)), 2000 + Number(value.slice(2))];
    const today = new Date();
    if (year < today.getFullYear()) {
      return { wrong: fault('invalid_expiry_year_past', "Your card's expiration year is in the past.") };
    }
    if (year > today.getFullYear() + 50) {
      return { wrong: fault('invalid_expiry_year', "Your card's expiration year is invalid.") };
    }
    if (year === today.getFullYear() && month < today.getMonth() + 1) {
      return { wrong: fault('invalid_expiry_month_past', "Your card's expiration date is in the past.") };
    }
    return {};
  }

  /** What is shown while typing: certain mistakes at once, missing digits only in a field that was left. */
  function liveError(name: FieldName): ElementError | undefined {
    const { wrong, incomplete } = check(name);
    return wrong ?? (left.has(name) && input(name).value !== '' ? incomplete : undefined);
  }

  function show(name: FieldName, error: ElementError | undefined): void {
    input(name).setAttribute('aria-invalid', String(error !== undefined));
    const note = document.getElementById(`${name}-error`);
    if (note) note.textContent = error?.message ?? '';
  }

  function changed(): void {
    const { brand } = rulesOf(digits('number'));
    const errors = visible().map((name) => {
      const error = liveError(name);
      show(name, error);
      return error;
    });
    document.getElementById('brand')?.setAttribute('data-brand', brand);
    send({
      type: 'change',
      event: {
        elementType: 'card',
        brand,
        complete: visible().every((name) => Object.keys(check(name)).length === 0),
        empty: visible().every((name) => input(name).value === ''),
        error: errors.find((error) => error !== undefined),
        value: { postalCode: input('zip').value },
      },
    });
  }

  function formatted(name: FieldName, raw: string): string {
    if (name === 'zip') return raw.slice(0, 12).toUpperCase();
    const plain = raw.replace(/\D/g, '');
    const { groups, lengths, cvcLength } = rulesOf(name === 'number' ? plain : digits('number'));
    if (name === 'cvc') return plain.slice(0, cvcLength);
    if (name === 'expiry') return formattedExpiry(plain);
    const parts: string[] = [];
    let rest = plain.slice(0, Math.max(...lengths));
    for (const size of groups) {
      if (rest) parts.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return parts.join(' ');
  }

  function formattedExpiry(plain: string): string {
    // A month of one digit (3 to 9) or a "13" can only have meant a leading zero.
    const month = Number(plain.slice(0, 2));
    const padded = /^[2-9]/.test(plain) || month > 12 ? `0${plain}` : plain;
    // Browsers fill in 12/2030.
    const short = padded.length === 6 && padded.slice(2, 4) === '20' ? padded.slice(0, 2) + padded.slice(4) : padded;
    return short.length > 2 ? `${short.slice(0, 2)} / ${short.slice(2, 4)}` : short;
  }

  /** Formats in place and keeps the caret behind the digit that it stood behind. */
  function tidy(name: FieldName): void {
    const field = input(name);
    const caret = field.selectionStart ?? field.value.length;
    const atEnd = caret === field.value.length;
    const before = field.value.slice(0, caret).replace(/\D/g, '').length;
    const value = formatted(name, field.value);
    if (value === field.value) return;
    field.value = value;
    if (atEnd || name === 'zip') return;
    let place = 0;
    for (let seen = 0; place < value.length && seen < before; place++) if (/\d/.test(value[place] ?? '')) seen += 1;
    field.setSelectionRange(place, place);
  }

  function advance(name: FieldName, event: Event): void {
    const typed = event instanceof InputEvent && event.inputType === 'insertText';
    const atEnd = input(name).selectionStart === input(name).value.length;
    const next = visible()[visible().indexOf(name) + 1];
    if (typed && atEnd && next && name !== 'zip' && Object.keys(check(name)).length === 0) input(next).focus();
  }

  function apply(options: CardOptions, look: Look): void {
    const root = document.documentElement;
    const set = (name: string, value: unknown) => {
      if (typeof value === 'string') root.style.setProperty(name, value);
    };
    set('--ground', look.background);
    set('--color', look.color);
    root.style.colorScheme = look.scheme;
    root.dataset['scheme'] = look.scheme;
    const base = options.style?.base ?? {};
    const placeholder = base['::placeholder'];
    set('--font', base['fontFamily']);
    set('--size', base['fontSize']);
    set('--field', base['backgroundColor']);
    set('--invalid', options.style?.invalid?.['color']);
    if (typeof placeholder === 'object' && placeholder !== null) {
      set('--placeholder', (placeholder as Record<string, unknown>)['color']);
    }
    if (options.hidePostalCode !== undefined) {
      hideZip = options.hidePostalCode;
      document.getElementById('zip-field')?.toggleAttribute('hidden', hideZip);
    }
    if (options.hideIcon !== undefined) document.getElementById('brand')?.toggleAttribute('hidden', options.hideIcon);
    if (options.disabled !== undefined) for (const name of names) input(name).disabled = options.disabled;
    if (options.value?.postalCode !== undefined) input('zip').value = formatted('zip', options.value.postalCode);
  }

  async function tokenize(key: string, billing: BillingDetails): Promise<MethodResult> {
    for (const name of visible()) left.add(name);
    for (const name of visible()) {
      const { wrong, incomplete } = check(name);
      const error = wrong ?? incomplete;
      show(name, error);
      if (error) {
        input(name).focus();
        return { error };
      }
    }
    const form = new URLSearchParams({
      key,
      type: 'card',
      'card[number]': digits('number'),
      'card[exp_month]': digits('expiry').slice(0, 2),
      'card[exp_year]': digits('expiry').slice(2),
      'card[cvc]': digits('cvc'),
    });
    const address = { ...(hideZip ? {} : { postal_code: input('zip').value.trim() }), ...billing.address };
    for (const name of ['name', 'email', 'phone'] as const) {
      if (billing[name]) form.set(`billing_details[${name}]`, billing[name]);
    }
    for (const [name, value] of Object.entries(address)) {
      if (value) form.set(`billing_details[address][${name}]`, value);
    }
    try {
      const response = await fetch('v1/payment_methods', { method: 'POST', body: form, credentials: 'omit' });
      const answer = (await response.json()) as { id: string } | { error: NonNullable<MethodResult['error']> };
      return 'error' in answer ? { error: answer.error } : { paymentMethod: answer };
    } catch {
      const message =
        'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  function receive(message: ToFrame): void {
    if (message.type === 'options') {
      apply(message.options, message.look);
      changed();
    } else if (message.type === 'focus') {
      (
        visible()
          .map(input)
          .find((field) => field.value === '') ?? input('number')
      ).focus();
    } else if (message.type === 'blur') {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    } else if (message.type === 'clear') {
      for (const name of names) input(name).value = '';
      left.clear();
      changed();
    } else {
      void tokenize(message.key, message.billing).then((result) =>
        send({ type: 'tokenized', call: message.call, result }),
      );
    }
  }

  for (const name of names) {
    const field = input(name);
    // What was typed, or filled in by the browser, before this script was there.
    tidy(name);
    field.addEventListener('input', (event) => {
      tidy(name);
      changed();
      advance(name, event);
    });
    field.addEventListener('blur', () => {
      left.add(name);
      changed();
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') send({ type: 'submit' });
      if (event.key === 'Escape') send({ type: 'escape' });
    });
  }
  document.addEventListener('focusin', (event) => {
    if (!(event.relatedTarget instanceof Node)) send({ type: 'focus' });
  });
  document.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node)) send({ type: 'blur' });
  });

  // The first message of the page around this frame, which must be the shop's, brings the port for all others.
  window.addEventListener('message', (event) => {
    if (port || event.source !== window.parent || event.origin !== new URL(location.href).origin) return;
    const message = event.data as { type?: string; options: CardOptions; look: Look };
    const [given] = event.ports;
    if (message.type !== 'stripe-sandbox-card' || !given) return;
    port = given;
    port.addEventListener('message', (inner: MessageEvent<ToFrame>) => receive(inner.data));
    port.start();
    apply(message.options, message.look);
    new ResizeObserver(() =>
      send({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body);
    send({ type: 'ready' });
  });
}
