import type { BillingDetails, FromFrame, MethodResult, ToFrame } from './messages.ts';

type Hello = Omit<ToFrame & { type: 'options' }, 'type'>;

/** What the shop's page and one card frame say to each other. Runs in the shop's page; stands alone. */
export function createFrameLink(receive: (message: Exclude<FromFrame, { type: 'tokenized' }>) => void) {
  let port: MessagePort | undefined;
  let calls = 0;
  let waiting: ToFrame[] = [];
  const open = new Map<number, (result: MethodResult) => void>();

  const hear = (message: FromFrame) => {
    if (message.type !== 'tokenized') return receive(message);
    open.get(message.call)?.(message.result);
    open.delete(message.call);
  };
  const send = (message: ToFrame) => {
    if (port) port.postMessage(message);
    else waiting.push(message);
  };

  /** The frame's origin is opaque, so it cannot be named as a target; the port goes to this very frame and nobody else. */
  const connect = (target: HTMLIFrameElement, hello: Hello) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', (event: MessageEvent<FromFrame>) => hear(event.data));
    channel.port1.start();
    target.contentWindow?.postMessage({ type: 'stripe-sandbox-card', ...hello }, '*', [channel.port2]);
    port = channel.port1;
    for (const message of waiting) port.postMessage(message);
    waiting = [];
  };

  return {
    /** A frame that is told of the page around it once it has loaded. */
    open(address: string, hello: () => Hello): HTMLIFrameElement {
      const frame = document.createElement('iframe');
      frame.title = 'Secure card payment input frame';
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.setAttribute('referrerpolicy', 'no-referrer');
      frame.style.cssText = 'display:block;width:100%;height:184px;border:0;background:transparent';
      frame.style.colorScheme = hello().look.scheme;
      frame.addEventListener('load', () => connect(frame, hello()), { once: true });
      frame.src = address;
      return frame;
    },
    /** Waits until there is a frame that hears it. */
    send,
    /** Says it to a frame that is there; one that is yet to come learns it from its hello. */
    tell: (message: ToFrame) => port?.postMessage(message),
    tokenize: (key: string, billing: BillingDetails) =>
      new Promise<MethodResult>((resolve) => {
        calls += 1;
        open.set(calls, resolve);
        send({ type: 'tokenize', call: calls, key, billing });
      }),
    close() {
      for (const answer of open.values())
        answer({
          error: { type: 'validation_error', code: 'element_unmounted', message: 'The card field was closed.' },
        });
      open.clear();
      port?.close();
      port = undefined;
    },
  };
}
