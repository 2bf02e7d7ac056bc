import type { Speaker } from '#server/engine/words/say.ts';
import type { Letter } from './sender.ts';

type Row = [name: string, value: string];

/** Where the shop's mark comes in the HTML of a letter, which is written before it is known from where it is sent. */
const MARK = '<!--mark-->';

/** Served by every shop: the mark of one that has no logo of its own. */
const OWN_MARK = '/icon-192.png';

/** What a letter says. */
export interface LetterParts {
  /** Whose language it is in: what it says of itself is said by the same. */
  say: Speaker;
  /** The company that writes, for the head of the letter. */
  from: string;
  heading: string;
  paragraphs: string[];
  /** What was bought or given back under them, each with what it comes to, and the sums below: a table with money to the right. */
  order?: { lines: Row[]; sums: Row[] };
  /** What stands between that table and the facts. */
  afterwards?: string[];
  /** What belongs together under them, name beside value: a table in HTML, a line each in text. */
  facts?: Row[];
  /** The one thing to do, as a button in HTML and a line of its own in text. */
  action?: { label: string; url: string };
  /** What else can be done, below the button: links in HTML, lines in text. Each leads to a page that asks first. */
  links?: { label: string; url: string }[];
  /** A code to type in, set apart. */
  code?: string;
  /** Why the reader gets this letter, in small print. */
  reason: string;
  /** What the owner adds: below what it says, at its end, and in the small print. */
  own?: OwnWords;
}

/** What the owner adds to a letter; what is empty is left out, and line breaks stay. */
export interface OwnWords {
  text: string;
  signature: string;
  footer: string;
}

/** Whom it goes to beside; its subject is its heading where none is given, and `userId` null for nobody's. */
type LetterContent = LetterParts &
  Omit<Letter, 'subject' | 'text' | 'html' | 'userId'> & { subject?: string; userId?: string | null | undefined };

/** The same letter twice: for readers of text and of HTML. Everything that goes into HTML is escaped (attacks T82). */
export function letter(content: LetterContent): Letter {
  const {
    say,
    from,
    heading,
    paragraphs,
    order,
    afterwards = [],
    facts = [],
    action,
    links,
    code,
    reason,
    own,
    ...envelope
  } = content;
  const { text: added, signature, footer } = own ?? NOTHING_ADDED;
  const { subject = heading, userId, ...rest } = envelope;
  const text = [
    heading,
    ...paragraphs,
    ...(order ? [order.lines, order.sums].filter((rows) => rows.length > 0).map(rowsOfText) : []),
    ...afterwards,
    ...(facts.length > 0 ? [rowsOfText(facts)] : []),
    ...(added === '' ? [] : [added]),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...linkLines(links),
    ...(signature === '' ? [] : [signature]),
  ];
  const html = [
    `<p style="margin:0 0 24px;font-weight:700;letter-spacing:.02em;color:#b93c0e">${MARK}${escapeHtml(from)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1c1917">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(paragraphOf),
    ...(order ? [orderTable(order)] : []),
    ...afterwards.map(paragraphOf),
    ...(facts.length > 0 ? [tableOf(facts)] : []),
    ...(added === '' ? [] : [linesOf(added)]),
    ...(code
      ? [
          `<p style="margin:0 0 16px;font:700 28px/1.2 ui-monospace,Consolas,monospace;letter-spacing:.2em">${escapeHtml(code)}</p>`,
        ]
      : []),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#b93c0e;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:13px;color:#57534e">${escapeHtml(say('Or copy this address into your browser:'))}<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`,
        ]
      : []),
    ...linksOf(links),
    ...(signature === '' ? [] : [linesOf(signature)]),
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e7e5e4;font-size:13px;color:#57534e">${footer === '' ? '' : `${withBreaks(footer)}<br><br>`}${escapeHtml(reason)}</p>`,
  ];
  return {
    ...rest,
    subject,
    ...(userId ? { userId } : {}),
    text: `${[...text, `-- \n${from}\n${footer === '' ? '' : `${footer}\n`}${reason}`].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${say.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(heading)}</title></head><body style="margin:0;background:#f5f5f4"><div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fff;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#292524">${html.join('')}</div></body></html>`,
  };
}

function rowsOfText(rows: Row[]): string {
  return rows.map(([name, value]) => (value === '' ? name : `${name}: ${value}`)).join('\n');
}

function paragraphOf(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function linkLines(links: LetterParts['links'] = []): string[] {
  return links.map(({ label, url }) => `${label}:\n${url}`);
}

function linksOf(links: LetterParts['links'] = []): string[] {
  if (links.length === 0) return [];
  const one = ({ label, url }: { label: string; url: string }) =>
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px 8px 0;color:#b93c0e;font-weight:600">${escapeHtml(label)}</a>`;
  return [`<p style="margin:0 0 16px">${links.map(one).join('')}</p>`];
}

const NOTHING_ADDED: OwnWords = { text: '', signature: '', footer: '' };

function linesOf(text: string): string {
  return `<p style="margin:0 0 16px">${withBreaks(text)}</p>`;
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>');
}

/** Lines above, sums below a rule, the last of them in bold; money stands to the right and does not break. */
function orderTable({ lines, sums }: NonNullable<LetterParts['order']>): string {
  const row = ([name, value]: Row, more: string) => {
    const cell = `padding:6px 0;vertical-align:top;${more}`;
    return `<tr><td style="${cell};padding-right:16px;overflow-wrap:anywhere">${escapeHtml(name)}</td><td style="${cell};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`;
  };
  const above = lines.map((line) => row(line, 'border-bottom:1px solid #e7e5e4'));
  const below = sums.map((sum, index) => row(sum, index === sums.length - 1 ? 'font-weight:700' : ''));
  return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${[...above, ...below].join('')}</table>`;
}

function tableOf(facts: Row[]): string {
  // The id of a payment is one word, longer than half a telephone is wide.
  const cell = 'padding:4px 12px 4px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere';
  const rows = facts.map(([name, value]) => {
    return `<tr><th style="${cell};font-weight:600">${escapeHtml(name)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`;
  });
  return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
}

/** A letter with the shop's logo at its head. @param logo as settings keep it: an address, or one of this shop's own files */
export function withMark(html: string, logo: string | null, baseUrl: string): string {
  const address = escapeHtml(new URL(logo ?? OWN_MARK, baseUrl).href);
  const picture = `<img src="${address}" alt="" height="32" style="height:32px;width:auto;max-width:160px;margin-right:10px;vertical-align:middle">`;
  return html.replace(MARK, () => picture);
}

/** Text that may stand anywhere in HTML, attribute values included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
