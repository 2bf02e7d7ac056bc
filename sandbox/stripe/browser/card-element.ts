import type { Emitter } from './emitter.ts';
import type { createFrameLink } from './frame-link.ts';
import type { lookAround } from './look-around.ts';
import type { BillingDetails, CardOptions, ChangeEvent, FromFrame, MethodResult } from './messages.ts';

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

/** What the element is put into. */
interface Around {
  /** The sandbox's address, with a slash at its end. */
  base: string;
  parts: { createFrameLink: typeof createFrameLink; lookAround: typeof lookAround };
  events: Emitter;
  options: CardOptions;
  onDestroy: () => void;
}

interface CardParts {
  element: CardElement;
  /** Has the frame send the card to Stripe; only the payment method comes back. */
  tokenize(key: string, billing: BillingDetails): Promise<MethodResult>;
}

/** Runs in the shop's page; stands alone. The card's digits stay in the frame, whose origin is opaque. */
export function createCardElement({ base, parts, events, options: given, onDestroy }: Around): CardParts {
  let options = given;
  let container: HTMLElement | undefined;
  let frame: HTMLIFrameElement | undefined;
  let destroyed = false;

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

  const receive = (message: Exclude<FromFrame, { type: 'tokenized' }>) => {
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
    }
  };

  const link = parts.createFrameLink(receive);
  const look = () => parts.lookAround(container ?? document.body, options);

  const show = (changes: CardOptions) => {
    const seen = look();
    if (frame) frame.style.colorScheme = seen.scheme;
    link.tell({ type: 'options', options: changes, look: seen });
  };
  const onTheme = () => show({});
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const themes = new MutationObserver(onTheme);

  const leave = () => {
    link.close();
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
      frame = link.open(`${base}card-frame`, () => ({ options, look: look() }));
      container.replaceChildren(frame);
      // Its height before it says it itself: three fields beside each other need this width, else the third has a row of its own.
      if (frame.clientWidth < 282) frame.style.height = '300px';
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
      link.send({ type: 'focus' });
    },
    blur: () => link.send({ type: 'blur' }),
    clear: () => link.send({ type: 'clear' }),
    on: (type, handler) => (events.on(type, handler), element),
    once: (type, handler) => (events.once(type, handler), element),
    off: (type, handler) => (events.off(type, handler), element),
  };

  return {
    element,
    async tokenize(key, billing) {
      if (!frame)
        throw new Error(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        );
      return link.tokenize(key, billing);
    },
  };
}
