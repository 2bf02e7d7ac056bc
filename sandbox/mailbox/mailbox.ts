/** The demo's mailbox: every mail that the shop would have sent, newest first. */

interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
}

type Query = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** How many mails are shown. */
const SHOWN = 100;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Answers /demo/mailbox (a page) and /demo/mailbox.json. */
export function createMailbox(query: Query): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' || !/^\/demo\/mailbox(\.json)?$/.test(pathname))
      return new Response('Not found', { status: 404 });
    const letters = await query<Letter>(
      `select "to", subject, text, html, created_at as "createdAt" from mails order by created_at desc, id desc limit ${SHOWN}`,
    );
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
  iframe { display: block; width: 100%; min-height: 22rem; border: 0; background: #fff }
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
</body>
</html>`;
}

function article({ to, subject, text, html, createdAt }: Letter): string {
  const time = new Date(createdAt).toISOString();
  return `<article>
<header><h2>${escape(subject)}</h2><p>To ${escape(to)} · <time datetime="${time}">${time.replace('T', ' ').slice(0, 16)} UTC</time></p></header>
<iframe title="${escape(subject)}" sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${escape(outOfTheFrame(html))}"></iframe>
<details><summary>As text</summary><pre>${escape(text)}</pre></details>
</article>`;
}

/** A link in a letter opens in the window, as it does in a mail program; the shop's pages refuse to be framed. */
function outOfTheFrame(html: string): string {
  return html.replace('<head>', '<head><base target="_top">');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
