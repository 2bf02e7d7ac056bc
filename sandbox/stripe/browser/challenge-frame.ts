/** Runs in the 3-D Secure page, which stands in a dialog of the shop's page or, after a redirect, alone. */
export function runChallenge(): void {
  let port: MessagePort | undefined;
  const note = document.getElementById('note');
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')];

  async function answer(outcome: string): Promise<void> {
    for (const button of buttons) button.disabled = true;
    const form = new URLSearchParams(location.search);
    form.set('outcome', outcome);
    try {
      const response = await fetch('challenge', { method: 'POST', body: form, credentials: 'omit' });
      if (!response.ok && response.status !== 404) throw new Error(`Status ${response.status}`);
      const { returnUrl } = (await response.json()) as { returnUrl?: string | null };
      if (port) port.postMessage('answered');
      else if (returnUrl && /^https?:/.test(returnUrl)) location.assign(returnUrl);
    } catch {
      for (const button of buttons) button.disabled = false;
      if (note) note.textContent = 'This could not be sent. Please try again.';
    }
  }

  for (const button of buttons) {
    button.addEventListener('click', () => void answer(button.dataset['outcome'] ?? 'fail'));
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') port?.postMessage('escape');
  });
  window.addEventListener('message', (event) => {
    if (port || event.source !== window.parent || event.origin !== new URL(location.href).origin) return;
    const [given] = event.ports;
    if (event.data !== 'stripe-sandbox-challenge' || !given) return;
    port = given;
    port.start();
    // Nothing is left to answer where the dialog was already answered elsewhere.
    if (buttons.length === 0) port.postMessage('answered');
    else buttons[0]?.focus();
  });
}
