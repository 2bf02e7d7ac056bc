import type { createCardFields } from './card-fields.ts';
import type { createCardInputs } from './card-inputs.ts';
import type { brandRules, passesLuhn } from './card-rules.ts';
import type { dressFrame } from './dress-frame.ts';
import type { BillingDetails, CardOptions, FromFrame, Look, MethodResult, ToFrame } from './messages.ts';
import type { sendCard } from './send-card.ts';

interface FrameParts extends Record<string, (...args: never[]) => unknown> {
  brandRules: typeof brandRules;
  passesLuhn: typeof passesLuhn;
  createCardFields: typeof createCardFields;
  createCardInputs: typeof createCardInputs;
  dressFrame: typeof dressFrame;
  sendCard: typeof sendCard;
}

/** Runs in the card frame. The digits typed here leave it only for Stripe's own endpoint. */
export function runCardFrame(parts: FrameParts): void {
  const fields = parts.createCardFields(parts);
  const inputs = parts.createCardInputs(fields);
  const { names, input, visible, digits, check } = inputs;
  let port: MessagePort | undefined;
  const send = (message: FromFrame) => port?.postMessage(message);

  function changed(): void {
    const { brand } = parts.brandRules(digits('number'));
    const errors = visible().map((name) => {
      const error = inputs.liveError(name);
      inputs.show(name, error);
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

  function apply(options: CardOptions, look: Look): void {
    parts.dressFrame(options, look);
    if (options.hidePostalCode !== undefined) inputs.hideZip(options.hidePostalCode);
    if (options.disabled !== undefined) for (const name of names) input(name).disabled = options.disabled;
    if (options.value?.postalCode !== undefined)
      input('zip').value = fields.formatted('zip', options.value.postalCode, '');
  }

  async function tokenize(key: string, billing: BillingDetails): Promise<MethodResult> {
    for (const name of visible()) inputs.leave(name);
    for (const name of visible()) {
      const { wrong, incomplete } = check(name);
      const error = wrong ?? incomplete;
      inputs.show(name, error);
      if (error) {
        input(name).focus();
        return { error };
      }
    }
    return parts.sendCard(
      key,
      {
        number: digits('number'),
        expiry: digits('expiry'),
        cvc: digits('cvc'),
        postalCode: visible().includes('zip') ? input('zip').value.trim() : undefined,
      },
      billing,
    );
  }

  function receive(message: ToFrame): void {
    if (message.type === 'options') {
      apply(message.options, message.look);
      changed();
    } else if (message.type === 'focus') {
      inputs.focusFirst();
    } else if (message.type === 'blur') {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    } else if (message.type === 'clear') {
      for (const name of names) input(name).value = '';
      inputs.leaveNone();
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
    inputs.tidy(name);
    field.addEventListener('input', (event) => {
      inputs.tidy(name);
      changed();
      inputs.advance(name, event);
    });
    field.addEventListener('blur', () => {
      inputs.leave(name);
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
