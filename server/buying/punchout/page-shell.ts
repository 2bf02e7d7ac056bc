import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';

/* The pages of a visit: no cookie, nothing loaded but pictures, so that they work in a window and in a frame of any buyer's system. */

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#17222b,#e5eaed);--soft:light-dark(#475b67,#a3b4bf);--line:light-dark(#e2ded6,#2b3842);--ground:light-dark(#fff,#11181e);--box:light-dark(#f5f3ef,#182129);--main:light-dark(#1d3646,#d5e0e7);--on-main:light-dark(#f4f7f9,#13212b);--buy:light-dark(#b93c0e,#f28a52);--on-buy:light-dark(#fff,#1d0f06);--bad:light-dark(#a30d45,#ff8fb1);--good:light-dark(#1b6840,#6cc795)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
a{color:var(--main)}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid var(--buy);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}.off{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
header,main,footer{max-width:75rem;margin:auto;padding:.75rem 1rem}header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;border-bottom:1px solid var(--line)}
header p{margin:0}header nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0}header nav a,.link{display:inline-block;padding:.4rem 0}
h1{font-size:1.6rem;line-height:1.2;margin:1rem 0}h2{font-size:1.1rem;line-height:1.3;margin:0}.soft{color:var(--soft)}p{margin:.5rem 0}
form.row,.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}form.search{flex:1 1 16rem}div.search{flex:1 1 9rem;min-width:0}.search input{width:100%}main>form+form{margin-top:.75rem}
label{display:block;font-size:.9rem}input,select,button{font:inherit;min-height:2.75rem;padding:.4rem .7rem;border:1px solid var(--soft);border-radius:.25rem;background:var(--ground);color:var(--ink);max-width:100%}
input[type=number]{width:7.5rem}button{background:var(--main);color:var(--on-main);border-color:var(--main);cursor:pointer}button.buy{background:var(--buy);color:var(--on-buy);border-color:var(--buy)}button.plain{background:none;color:var(--ink);border-color:var(--soft)}
ul.cards{list-style:none;margin:0;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
.cards>li,.lines>li,.box{border:1px solid var(--line);border-radius:.375rem;padding:.9rem;min-width:0;overflow-wrap:anywhere}.cards>li{display:flex;flex-direction:column;gap:.5rem}.cards form{margin-top:auto}
img{max-width:100%;height:auto;border-radius:.25rem;background:var(--box)}.cards img{width:100%;aspect-ratio:4/3;object-fit:cover}.price{font-weight:700}
.tool{display:grid;gap:1.5rem;grid-template-columns:minmax(0,1fr)}@media(min-width:48rem){.tool{grid-template-columns:minmax(0,24rem) minmax(0,1fr)}}.text{white-space:pre-line;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) minmax(0,1fr);gap:.25rem 1rem;margin:.75rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse}th,td{text-align:left;padding:.3rem 1rem .3rem 0;border-bottom:1px solid var(--line)}td.n,th.n{text-align:right}
ol.lines{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.75rem}.lines>li{display:grid;gap:.5rem 1rem}@media(min-width:48rem){.lines>li{grid-template-columns:minmax(0,1fr) auto 9rem auto;align-items:end}}
.said{border-left:4px solid var(--good);background:var(--box);padding:.6rem .9rem}.said.bad{border-color:var(--bad)}.bad{color:var(--bad)}.chips{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0 0 1rem;padding:0}.chips a[aria-current]{font-weight:700}
`;

/** Sends the one form of the page: a press already said so. */
const SEND = 'document.forms[0].submit()';

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const STYLE_SOURCE = hashed(STYLE);
const SEND_SOURCE = hashed(SEND);
/** To the letter what the policy has the hash of. */
const STYLE_TAG = new Html(`<style>${STYLE}</style>`);
const SEND_TAG = new Html(`<script>${SEND}</script>`);

/** Who may frame a page, and where its forms may go. */
export interface Allowed {
  /** Origins of the buyer. */
  framers: readonly string[];
  /** Origins that a form of it goes to beside the shop. */
  receivers?: readonly string[];
  /** Whether its form is sent by itself. */
  sends?: boolean;
}

/** A page of a visit as an answer. Nobody keeps it, and the address that holds the visit is told to nobody. */
export function pageResponse(body: Html, { framers, receivers = [], sends = false }: Allowed, status = 200): Response {
  const sources = (origins: readonly string[]) => (origins.length === 0 ? '' : ` ${origins.join(' ')}`);
  const policy = [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    `style-src ${STYLE_SOURCE}`,
    "img-src 'self' https:",
    ...(sends ? [`script-src ${SEND_SOURCE}`] : []),
    `form-action 'self'${sources(receivers)}`,
    `frame-ancestors ${framers.length === 0 ? "'none'" : `'self'${sources(framers)}`}`,
  ];
  return new Response(body.text, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; '), ...PRIVATE },
  });
}

/** Of all that is answered below the address of a visit: a window that opened it may hear of its end. */
export const PRIVATE: Record<string, string> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};

/** A whole document. @param top what stands above the page; @param sends whether its form is sent by itself */
export function documentOf(title: string, main: Html, { top = html``, sends = false } = {}): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${top}
        <main id="main" tabindex="-1">${main}</main>
        ${sends && SEND_TAG}
      </body>
    </html> `;
}

/** What keeps somebody from going on, in words. */
export function problemPage(message: string, title = 'This did not work'): Html {
  return documentOf(
    title,
    html`<h1>${title}</h1>
      <p class="said bad" role="alert">${message}</p>`,
  );
}
