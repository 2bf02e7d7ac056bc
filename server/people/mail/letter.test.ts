import { expect, test } from 'vitest';
import { sayIn } from '#server/engine/words/say.ts';
import { escapeHtml, letter, withMark } from './letter.ts';

const say = sayIn('en');

test('nothing that is put into a letter becomes markup', () => {
  expect(escapeHtml(`<a href="x" onclick='y'>&`)).toBe('&#60;a href=&#34;x&#34; onclick=&#39;y&#39;&#62;&#38;');
});

test('what belongs together in a letter is a table in HTML and lines in text', () => {
  const facts: [string, string][] = [
    ['2 × Saw', '$4.00'],
    ['Total', "<i>'$4.00'</i>"],
  ];
  const { text, html } = letter({
    say,
    to: 'alice@tradebench.test',
    about: 'order',
    from: 'Acme',
    heading: 'Receipt',
    paragraphs: ['Thank you.'],
    facts,
    reason: 'You paid.',
  });
  expect(text).toContain("Thank you.\n\n2 × Saw: $4.00\nTotal: <i>'$4.00'</i>\n\n-- ");
  expect(html).toContain('&#60;i&#62;&#39;$4.00&#39;&#60;/i&#62;</td>');
});

test('what was bought stands in a table with its money to the right and its sums below, and as lines in text', () => {
  const { text, html } = letter({
    say,
    to: 'alice@tradebench.test',
    about: 'order',
    from: 'Acme',
    heading: 'Receipt',
    paragraphs: ['Thank you.'],
    order: {
      lines: [
        ['2 × <Saw> at $2.00', '$4.00'],
        ['and 3 more', ''],
      ],
      sums: [
        ['Delivery', '$1.00'],
        ['Total', '$5.00'],
      ],
    },
    afterwards: ['It comes on Monday.'],
    reason: 'You paid.',
  });
  expect(text).toContain(
    'Thank you.\n\n2 × <Saw> at $2.00: $4.00\nand 3 more\n\nDelivery: $1.00\nTotal: $5.00\n\nIt comes on Monday.',
  );
  expect(html).toMatch(/2 × &#60;Saw&#62; at \$2\.00<\/td><td style="[^"]*text-align:right[^"]*">\$4\.00<\/td>/);
  expect(html).toMatch(/font-weight:700[^"]*">\$5\.00<\/td>/);
});

test('a letter has the logo of the shop at its head, or the mark that every shop serves', () => {
  const to = { say, to: 'alice@tradebench.test', about: 'order' } as const;
  const { html } = letter({ ...to, from: 'Acme', heading: 'Hello', paragraphs: [], reason: 'You asked.' });
  const pictureOf = (logo: string | null) => /<img src="([^"]*)"/.exec(withMark(html, logo, 'https://shop.test'))?.[1];
  expect(pictureOf(null)).toBe('https://shop.test/icon-192.png');
  expect(pictureOf('/uploads/mark.webp')).toBe('https://shop.test/uploads/mark.webp');
  expect(pictureOf('https://cdn.acme.test/a.png?x="y$&')).toBe('https://cdn.acme.test/a.png?x=%22y$&#38;');
});

test('the subject of a letter is its heading where it has none of its own', () => {
  const said = { say, to: 'alice@tradebench.test', about: 'order', from: 'Acme', reason: 'You asked.' } as const;
  const { subject, userId } = letter({ ...said, heading: 'Your receipt', paragraphs: [], userId: null });
  expect([subject, userId]).toEqual(['Your receipt', undefined]);
  expect(letter({ ...said, heading: 'Your receipt', paragraphs: [], subject: 'Paid' }).subject).toBe('Paid');
});

test('a letter says of itself in its own language which that is, and how its link is copied', () => {
  const said = { to: 'alice@tradebench.test', about: 'order', from: 'Acme', paragraphs: [], reason: 'x' } as const;
  const action = { label: 'x', url: 'https://shop.test/' };
  const written = (language: 'en' | 'de') =>
    letter({ ...said, paragraphs: [], say: sayIn(language), heading: 'x', action }).html;
  expect(written('en')).toContain('<html lang="en">');
  expect(written('en')).toContain('Or copy this address into your browser:');
  expect(written('de')).toContain('<html lang="de">');
  expect(written('de')).toContain('Oder kopieren Sie diese Adresse in Ihren Browser:');
});
