import { money } from './money.ts';

/** Text made safe for HTML, attributes included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

export function htmlPage(title: string, body: string, options: { script?: string; className?: string } = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/sandbox/stripe/frame.css">
${options.script ? `<script src="/sandbox/stripe/${options.script}" defer></script>` : ''}
</head>
<body class="${options.className ?? ''}">
${body}
</body>
</html>
`;
}

export const CARD_FRAME = htmlPage(
  'Card details',
  `<div role="group" aria-label="Card details" class="card">
  ${field('number', 'Card number', 'cc-number', '1234 1234 1234 1234', 'hint', '<span id="brand" aria-hidden="true" data-brand="unknown"></span>')}
  <div class="row">
    ${field('expiry', 'Expiry', 'cc-exp', 'MM / YY')}
    ${field('cvc', 'CVC', 'cc-csc', 'CVC')}
    ${field('zip', 'ZIP', 'postal-code', '12345')}
  </div>
  <p id="hint">Demo: no real card is charged. Try <span class="number">4242 4242 4242 4242</span>, any future date, any CVC.</p>
</div>`,
  { script: 'card-frame.js', className: 'card-frame' },
);

function field(id: string, label: string, autocomplete: string, placeholder: string, hint = '', extra = ''): string {
  const described = hint ? `${hint} ${id}-error` : `${id}-error`;
  const keyboard = id === 'zip' ? 'text' : 'numeric';
  return `<div class="field" id="${id}-field">
    <label for="${id}">${label}</label>
    <span class="box"><input id="${id}" name="${id}" inputmode="${keyboard}" autocomplete="${autocomplete}" placeholder="${placeholder}" aria-describedby="${described}" aria-invalid="false" autocorrect="off" spellcheck="false">${extra}</span>
    <span id="${id}-error" class="unseen"></span>
  </div>`;
}

/** The page on which the buyer's bank would ask whether it is really them. */
export function challengePage(payment: { amount: number; currency: string } | undefined): string {
  const question = payment
    ? `<p>This is a test page. A bank would now ask whether you want to pay <strong>${escapeHtml(money(payment.amount, payment.currency))}</strong>.</p>
<div class="actions">
  <button type="button" class="main" data-outcome="complete">Complete authentication</button>
  <button type="button" data-outcome="fail">Fail authentication</button>
  <button type="button" data-outcome="cancel">Cancel</button>
</div>`
    : '<p>This authentication has already been answered, or its address is wrong.</p>';
  return htmlPage(
    '3D Secure authentication',
    `<main class="challenge" aria-label="3D Secure authentication"><h1>3D Secure 2 test page</h1>${question}<p id="note" role="alert"></p></main>`,
    { script: 'challenge.js' },
  );
}

export const FRAME_CSS = `
*, *::before, *::after { box-sizing: border-box; }
:root {
  --color: #1f2933; --placeholder: #5b6676; --invalid: #b42318; --field: transparent; --ground: transparent;
  --font: system-ui, sans-serif; --size: 16px;
}
:root[data-scheme="dark"] { --placeholder: #a8b1bd; --invalid: #fca5a5; }
html, body { margin: 0; background: var(--ground); color: var(--color); font: var(--size)/1.4 var(--font); }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.card-frame { padding: 3px; }
.card { display: grid; gap: 12px; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(84px, 1fr)); gap: 12px; }
label { display: block; margin-bottom: 4px; font-size: 0.875em; font-weight: 500; }
.box { position: relative; display: block; }
input {
  width: 100%; height: 44px; padding: 0 12px; border-radius: 8px; font: inherit; font-variant-numeric: tabular-nums;
  color: inherit; background: var(--field); border: 1px solid color-mix(in srgb, var(--color) 50%, transparent);
}
input::placeholder { color: var(--placeholder); opacity: 1; }
input:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; }
input:disabled { opacity: 0.55; cursor: not-allowed; }
input[aria-invalid="true"] { color: var(--invalid); border-color: var(--invalid); }
#number { padding-right: 108px; }
#brand { position: absolute; right: 12px; top: 50%; translate: 0 -50%; font-size: 0.75em; font-weight: 600; pointer-events: none; }
@media (width < 20rem) { #number { padding-right: 12px; } #brand { right: 0; top: -14px; } }
#brand[data-brand="visa"]::before { content: "Visa"; }
#brand[data-brand="mastercard"]::before { content: "Mastercard"; }
#brand[data-brand="discover"]::before { content: "Discover"; }
#brand[data-brand="amex"]::before { content: "American Express"; }
#brand[data-brand="jcb"]::before { content: "JCB"; }
#brand[data-brand="unionpay"]::before { content: "UnionPay"; }
#brand[data-brand="diners"]::before { content: "Diners Club"; }
.number { white-space: nowrap; }
#hint { margin: 0; font-size: 0.8125em; color: var(--color); }
.challenge { max-width: 400px; margin: 0 auto; padding: 24px; background: #fff; color: #1f2933; min-height: 100vh; }
.challenge h1 { margin: 0 0 12px; font-size: 1.25em; }
.actions { display: grid; gap: 10px; margin-top: 20px; }
button {
  min-height: 44px; padding: 0 16px; border-radius: 8px; border: 1px solid #667085; background: #fff; color: #1f2933;
  font: inherit; font-weight: 600; cursor: pointer;
}
button.main { background: #14532d; border-color: #14532d; color: #fff; }
button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
button:disabled { opacity: 0.6; cursor: progress; }
#note { color: #b42318; }
.dashboard { max-width: 1100px; margin: 0 auto; padding: 24px 16px; background: #fff; color: #1f2933; min-height: 100vh; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875em; }
th, td { padding: 8px 12px; text-align: left; border-bottom: 1px solid #d5dae1; white-space: nowrap; }
.amount { text-align: right; font-variant-numeric: tabular-nums; }
td.number { font-variant-numeric: tabular-nums; }
`;
