import { createHash } from 'node:crypto';
import { withMark } from '#server/people/mail/letter.ts';

/** The demo's mailbox: every mail that the shop would have sent, newest first. */

interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  /** Files that would go with it, by their names. */
  attachments: string[];
}

type Query = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** How many mails are shown. */
const SHOWN = 100;

/** Makes each letter's frame as high as the letter; the letters themselves run no script. */
const FIT = `
const frames = [...document.querySelectorAll('iframe')];
const fit = (frame) => { frame.style.height = (frame.contentDocument.body?.offsetHeight || 512) + 'px'; };
for (const frame of frames) { fit(frame); frame.addEventListener('load', () => fit(frame)); }
addEventListener('resize', () => frames.forEach(fit));
`;
const FIT_HASH = createHash('sha256').update(FIT).digest('base64');

const POLICY = `default-src 'none'; script-src 'sha256-${FIT_HASH}'; style-src 'unsafe-inline'; img-src 'self' https: data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Answers /demo/mailbox (a page) and /demo/mailbox.json. */
export function createMailbox(
  query: Query,
  logo: () => Promise<string | null>,
  baseUrl: string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!['GET', 'HEAD'].includes(request.method) || !/^\/demo\/mailbox(\.json)?$/.test(pathname))
      return new Response('Not found', { status: 404 });
    const written = await query<Letter>(
      `select "to", subject, text, html, created_at as "createdAt",
         array_remove(attachment_name || array(
           select paper || suffix from unnest(papers) as paper, unnest(array['.pdf', '.xml']) as suffix
         ), null) as attachments
       from mails order by created_at desc, id desc limit ${SHOWN}`,
    );
    const mark = await logo();
    const letters = written.map((letter) => ({ ...letter, html: withMark(letter.html, mark, baseUrl) }));
    if (pathname.endsWith('.json')) return Response.json(letters);
    return new Response(page(letters), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
    });
  };
}

function page(letters: Letter[]): string {
  const list = letters.map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · Tradebench demo</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; margin: 1rem 0; overflow: hidden }
  header { padding: .75rem 1rem; background: color-mix(in srgb, currentColor 6%, transparent); overflow-wrap: anywhere }
  h2 { font-size: 1.05rem; margin: 0 }
  header p { margin: .15rem 0 0; font-size: .875rem }
  iframe { display: block; width: 100%; height: 32rem; border: 0; background: #f5f5f4 }
  .message { width: fit-content; max-width: 26rem; margin: 1rem; padding: .6rem .9rem; border-radius: 1rem 1rem 1rem .25rem; background: color-mix(in srgb, currentColor 10%, transparent) }
  .gone { margin: 1rem }
  pre { margin: 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
  summary { padding: .5rem 1rem; cursor: pointer }
</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>In the demo no mail leaves this machine: it lands here, newest first. The same as JSON: <a href="/demo/mailbox.json">/demo/mailbox.json</a></p>
${list || '<p>No mail yet. Register, or ask for a new password, and look again.</p>'}
</main>
<script>${FIT}</script>
</body>
</html>`;
}

function article(letter: Letter): string {
  const time = new Date(letter.createdAt).toISOString();
  const isMessage = letter.to.startsWith('+');
  return `<article>
<header><h2>${escape(letter.subject)}</h2><p>${isMessage ? 'Text message to' : 'To'} ${escape(letter.to)} · <time datetime="${time}">${time.replace('T', ' ').slice(0, 16)} UTC</time></p>${letter.attachments.length === 0 ? '' : `<p>With ${escape(letter.attachments.join(', '))}</p>`}</header>
${isMessage ? `<p class="message">${escape(letter.text)}</p>` : mail(letter)}
</article>`;
}

function mail({ subject, text, html }: Letter): string {
  if (html === '') return '<p class="gone">The link in this letter is good no more, so the letter is not kept.</p>';
  return `<iframe title="${escape(subject)}" sandbox="allow-same-origin allow-popups allow-top-navigation-by-user-activation" srcdoc="${escape(outOfTheFrame(html))}"></iframe>
<details><summary>As text</summary><pre>${escape(text)}</pre></details>`;
}

/** A link in a letter opens in the window, as it does in a mail program; the shop's pages refuse to be framed. */
function outOfTheFrame(html: string): string {
  return html.replace('<head>', '<head><base target="_top">');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
