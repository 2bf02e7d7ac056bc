import type { Emitter } from './emitter.ts';
import type { BillingDetails, CardOptions, ChangeEvent, FromFrame, Look, MethodResult, ToFrame } from './messages.ts';

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
    target.contentWindow?.postMessage({ type: 'stripe-sandbox-card', options, look: look() }, '*', [channel.port2]);
    port = channel.port1;
    for (const message of waiting) port.postMessage(message);
    waiting = [];
  };

  const brightness = (color: string) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    if (!context) return 0;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red * 299 + green * 587 + blue * 114) / 1000;
  };

  /** The first ground that is not see-through, and the colour of the text on it. */
  const look = (): Look => {
    const here = container ?? document.body;
    let background = 'transparent';
    for (let place: Element | null = here; place && background === 'transparent'; place = place.parentElement) {
      const ground = getComputedStyle(place).backgroundColor;
      if (!/^(transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(ground)) background = ground;
    }
    const wanted = options.style?.base?.['color'];
    const color = typeof wanted === 'string' ? wanted : getComputedStyle(here).color;
    return { background, color, scheme: brightness(color) > 140 ? 'dark' : 'light' };
  };

  const show = (changes: CardOptions) => {
    const seen = look();
    if (frame) frame.style.colorScheme = seen.scheme;
    port?.postMessage({ type: 'options', options: changes, look: seen } satisfies ToFrame);
  };
  const onTheme = () => show({});
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const themes = new MutationObserver(onTheme);

  const leave = () => {
    for (const answer of open.values()) {
      answer({ error: { type: 'validation_error', code: 'element_unmounted', message: 'The card field was closed.' } });
    }
    open.clear();
    port?.close();
    port = undefined;
    darkness.removeEventListener('change', onTheme);
    themes.disconnect();
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
      made.style.colorScheme = look().scheme;
      made.addEventListener('load', () => connect(made), { once: true });
      made.src = `${base}card-frame`;
      frame = made;
      container.replaceChildren(made);
      mark('base', true);
      mark('empty', true);
      darkness.addEventListener('change', onTheme);
      themes.observe(document.documentElement, { attributeFilter: ['class', 'data-theme', 'style'] });
    },
    unmount: leave,
    destroy() {
      leave();
      destroyed = true;
      onDestroy();
    },
    update(changes) {
      options = { ...options, ...changes };
      show(changes);
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
