import { expect, it } from 'vitest';
import { pageDescription, pageHtml } from './page-html.ts';

it.each([
  ['<script>alert(1)</script>', /<script/],
  ['<iframe src="https://evil.example"></iframe>', /<iframe/],
  ['Hello <b onclick="alert(1)">you</b>', /<b/],
  ['<img src=x onerror=alert(1)>', /<img/],
  ['`</code><script>`', /<script/],
  ['```\n</pre><script>\n```', /<script/],
  ['[a"onclick="b](/x "t\\"onclick=\\"c")', /"onclick="/],
])('%s is shown as text (attacks T76)', (text, markup) => {
  expect(pageHtml(text)).not.toMatch(markup);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '&#106;avascript:alert(1)',
  'java&#10;script:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'data:image/png;base64,aGk=',
  'file:///etc/passwd',
  '//evil.example/x',
  '/\\evil.example/x',
  'blob:x',
  'imprint',
])('a link or picture to %s leads nowhere and is shown as text (attacks T76)', (address) => {
  for (const text of [`[a](${address})`, `![a](${address})`, `<${address}>`, `[a]\n\n[a]: ${address}`])
    expect(pageHtml(text)).not.toMatch(/href=|src=/);
});

it.each([
  'https://example.com/a?b=c',
  'http://example.com',
  'mailto:a@example.com',
  'tel:+492191',
  '/pages/terms',
  '#top',
])('a link to %s leads there', (address) =>
  expect(pageHtml(`[a](${address})`)).toContain(`<a href="${address}">a</a>`),
);

it('headings stand below the title of the page, and tables are tables', () => {
  expect(pageHtml('# One\n\n###### Six')).toBe('<h2>One</h2>\n<h6>Six</h6>\n');
  expect(pageHtml('|a|b|\n|-|-|\n|1|2|')).toContain('<td>1</td>');
});

it('a page is described by how its first paragraph begins, without its marks', () => {
  expect(pageDescription('# Terms\n\nWe *sell*\ntools to [workshops](/x).\n\nMore.')).toBe(
    'We sell tools to workshops.',
  );
  expect(pageDescription(`- one\n\n${'ä'.repeat(300)}`)).toBe('one');
  expect(pageDescription('x'.repeat(300))).toHaveLength(200);
  expect(pageDescription('# Only a heading')).toBe('');
});
