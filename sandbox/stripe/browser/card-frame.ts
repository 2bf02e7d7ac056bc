import type { createCardFields, FieldName } from './card-fields.ts';
import type { brandRules, passesLuhn } from './card-rules.ts';
import type { dressFrame } from './dress-frame.ts';
import type { BillingDetails, CardOptions, ElementError, FromFrame, Look, MethodResult, ToFrame } from './messages.ts';
import type { sendCard } from './send-card.ts';

export interface FrameParts extends Record<string, (...args: never[]) => unknown> {
  brandRules: typeof brandRules;
  passesLuhn: typeof passesLuhn;
  createCardFields: typeof createCardFields;
  dressFrame: typeof dressFrame;
  sendCard: typeof sendCard;
}

/** Runs in the card frame. The digits typed here leave it only for Stripe's own endpoint. */
export function runCardFrame({ brandRules, passesLuhn, createCardFields, dressFrame, sendCard }: FrameParts): void {
  const names: FieldName[] = ['number', 'expiry', 'cvc', 'zip'];
  const input = (name: FieldName) => document.getElementById(name) as HTMLInputElement;
  const digits = (name: FieldName) => input(name).value.replace(/\D/g, '');
  const value = (name: FieldName) => (name === 'zip' ? input(name).value.trim() : digits(name));
  const fields = createCardFields({ brandRules, passesLuhn });
  const check = (name: FieldName) => fields.check(name, value(name), digits('number'));
  const formatted = (name: FieldName, raw: string) => fields.formatted(name, raw, digits('number'));
  const left = new Set<FieldName>();
  let hideZip = false;
  let port: MessagePort | undefined;
  const send = (message: FromFrame) => port?.postMessage(message);
  const visible = () => names.filter((name) => name !== 'zip' || !hideZip);

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
    const { brand } = brandRules(digits('number'));
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
    dressFrame(options, look);
    if (options.hidePostalCode !== undefined) {
      hideZip = options.hidePostalCode;
      document.getElementById('zip-field')?.toggleAttribute('hidden', hideZip);
    }
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
    return sendCard(
      key,
      {
        number: digits('number'),
        expiry: digits('expiry'),
        cvc: digits('cvc'),
        postalCode: hideZip ? undefined : value('zip'),
      },
      billing,
    );
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
