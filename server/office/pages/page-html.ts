import MarkdownIt from 'markdown-it';

/** Longer descriptions are cut by search engines anyway. */
const DESCRIPTION_LENGTH = 200;

/** Where a link or a picture of a page may lead: a script, a data address or another's path without a scheme is shown as text. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]|%5c))/i;

/** CommonMark with tables. HTML in it is text (attacks T76): all `<` that come out are the library's own. */
const markdown = new MarkdownIt('default', { html: false, linkify: false });
markdown.validateLink = (address) => LEADS_SOMEWHERE.test(address.trim());
// The page's title is its first heading.
markdown.core.ruler.push('headings-below-title', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`;
  }
});

/** What a page's text says, as HTML that is safe to be shown. */
export function pageHtml(text: string): string {
  return markdown.render(text);
}

/** How a page begins, in plain words: the first of its paragraphs that says something. */
export function pageDescription(text: string): string {
  const words = markdown.parse(text, {}).flatMap(({ type, children }, at, all) => {
    if (type !== 'inline' || all[at - 1]?.type !== 'paragraph_open') return [];
    const said = (children ?? []).map((each) => (each.type.endsWith('break') ? ' ' : each.content)).join('');
    return said.trim() === '' ? [] : [said.trim().replaceAll(/\s+/g, ' ')];
  });
  const [first = ''] = words;
  return [...first].slice(0, DESCRIPTION_LENGTH).join('');
}
