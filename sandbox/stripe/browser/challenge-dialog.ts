/**
 * Runs in the shop's page; stands alone. Shows the 3-D Secure dialog and ends when the buyer has answered it or
 * closed it; what came of it is for the intent to tell.
 */
export function showChallenge(base: string, address: string): Promise<void> {
  return new Promise((resolve) => {
    const url = new URL(address);
    // The page's own origin and the sandbox's address for its pages may differ behind a proxy.
    const shown = new URL(`challenge${url.search}`, base);
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3D Secure authentication');
    dialog.style.cssText =
      'box-sizing:border-box;width:min(440px,calc(100vw - 24px));height:min(400px,calc(100vh - 24px));max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:12px;overflow:hidden;background:#fff;box-shadow:0 20px 60px rgb(0 0 0 / 0.35)';
    const frame = document.createElement('iframe');
    frame.title = '3D Secure authentication';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light';
    frame.src = shown.href;
    dialog.append(frame);

    let ending = false;
    const end = () => {
      dialog.close();
      dialog.remove();
      resolve();
    };
    const cancel = async () => {
      if (ending) return;
      ending = true;
      const answer = new URLSearchParams(shown.search);
      answer.set('outcome', 'cancel');
      // Where this is lost the intent keeps waiting, and the same payment can be taken up again.
      await fetch(`${base}challenge`, { method: 'POST', body: answer, credentials: 'omit' }).catch(() => undefined);
      end();
    };
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void cancel();
    });
    frame.addEventListener('load', () => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', (event: MessageEvent<'answered' | 'escape'>) => {
        if (event.data === 'escape') void cancel();
        else if (!ending) {
          ending = true;
          end();
        }
      });
      channel.port1.start();
      frame.contentWindow?.postMessage('stripe-sandbox-challenge', '*', [channel.port2]);
      frame.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
