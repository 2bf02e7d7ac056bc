import type { Emitter } from './emitter.ts';
import type { BillingDetails, CardOptions, ChangeEvent, FromFrame, MethodResult, ToFrame } from './messages.ts';

/** The Card Element as the shop's page holds it: https://docs.stripe.com/js/element */
export interface CardElement {
  mount(target: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: CardOptions): void;
  focus(): void;
  blur(): void;
  clear(): void;
  on(type: string, handler: (event: unknown) => unknown): CardElement;
  once(type: string, handler: (event: unknown) => unknown): CardElement;
  off(type: string, handler?: (event: unknown) => unknown): CardElement;
}

export interface CardParts {
  element: CardElement;
  /** Has the frame send the card to Stripe; only the payment method comes back. */
  tokenize(key: string, billing: BillingDetails): Promise<MethodResult>;
}

/** Runs in the shop's page; stands alone. The card's digits stay in the frame, whose origin is opaque. */
export function createCardElement(base: string, events: Emitter, given: CardOptions, onDestroy: () => void): CardParts {
  let options = given;
  let container: HTMLElement | undefined;
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let calls = 0;
  let destroyed = false;
  let waiting: ToFrame[] = [];
  const open = new Map<number, (result: MethodResult) => void>();

  const send = (message: ToFrame) => {
    if (port) port.postMessage(message);
    else waiting.push(message);
  };

  const mark = (state: string, on: boolean) => {
    const names = (options.classes?.[state] ?? (state === 'base' ? 'StripeElement' : `StripeElement--${state}`)).split(
      ' ',
    );
    for (const name of names) if (name) container?.classList.toggle(name, on);
  };

  const onChange = (event: ChangeEvent) => {
    mark('complete', event.complete);
    mark('empty', event.empty);
    mark('invalid', event.error !== undefined);
    events.emit('change', event);
  };

  const receive = (message: FromFrame) => {
    switch (message.type) {
      case 'ready':
        events.emit('ready', { elementType: 'card' });
        break;
      case 'height':
        if (frame) frame.style.height = `${message.px}px`;
        break;
      case 'change':
        onChange(message.event);
        break;
      case 'focus':
      case 'blur':
        mark('focus', message.type === 'focus');
        events.emit(message.type, { elementType: 'card' });
        break;
      case 'escape':
        events.emit('escape', { elementType: 'card' });
        break;
      case 'submit':
        container?.closest('form')?.requestSubmit();
        break;
      case 'tokenized':
        open.get(message.call)?.(message.result);
        open.delete(message.call);
        break;
    }
  };

  /** The frame's origin is opaque, so it cannot be named as a target; the port goes to this very frame and nobody else. */
  const connect = (target: HTMLIFrameElement) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', (event: MessageEvent<FromFrame>) => receive(event.data));
    channel.port1.start();
    target.contentWindow?.postMessage({ type: 'stripe-sandbox-card', options }, '*', [channel.port2]);
    port = channel.port1;
    for (const message of waiting) port.postMessage(message);
    waiting = [];
  };

  const isDark = (color: unknown) => {
    const probe = document.createElement('span');
    probe.style.color = typeof color === 'string' ? color : '';
    document.body.append(probe);
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    probe.remove();
    return typeof color === 'string' && (red * 299 + green * 587 + blue * 114) / 1000 > 140;
  };

  const leave = () => {
    for (const answer of open.values()) {
      answer({ error: { type: 'validation_error', code: 'element_unmounted', message: 'The card field was closed.' } });
    }
    open.clear();
    port?.close();
    port = undefined;
    frame?.remove();
    frame = undefined;
    for (const state of ['base', 'complete', 'empty', 'focus', 'invalid']) mark(state, false);
    container = undefined;
  };

  const element: CardElement = {
    mount(target) {
      if (destroyed) throw new Error('This Element has already been destroyed. Please create a new one.');
      const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
      if (!found)
        throw new Error('The selector you specified applies to no DOM elements that are currently on the page.');
      leave();
      container = found;
      const made = document.createElement('iframe');
      made.title = 'Secure card payment input frame';
      made.setAttribute('sandbox', 'allow-scripts');
      made.setAttribute('referrerpolicy', 'no-referrer');
      made.style.cssText = 'display:block;width:100%;height:232px;border:0;background:transparent';
      made.style.colorScheme = isDark(options.style?.base?.['color']) ? 'dark' : 'light';
      made.addEventListener('load', () => connect(made), { once: true });
      made.src = `${base}card-frame`;
      frame = made;
      container.replaceChildren(made);
      mark('base', true);
      mark('empty', true);
    },
    unmount: leave,
    destroy() {
      leave();
      destroyed = true;
      onDestroy();
    },
    update(changes) {
      options = { ...options, ...changes };
      if (frame) frame.style.colorScheme = isDark(options.style?.base?.['color']) ? 'dark' : 'light';
      if (port) send({ type: 'options', options: changes });
    },
    focus() {
      frame?.focus();
      send({ type: 'focus' });
    },
    blur: () => send({ type: 'blur' }),
    clear: () => send({ type: 'clear' }),
    on: (type, handler) => (events.on(type, handler), element),
    once: (type, handler) => (events.once(type, handler), element),
    off: (type, handler) => (events.off(type, handler), element),
  };

  return {
    element,
    tokenize: (key, billing) =>
      new Promise((resolve, reject) => {
        if (!frame) {
          reject(
            new Error(
              'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
            ),
          );
          return;
        }
        calls += 1;
        open.set(calls, resolve);
        send({ type: 'tokenize', call: calls, key, billing });
      }),
  };
}
