import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** The colours of one theme by their names, without `--color-`. */
function themeColors(name: string): Map<string, string> {
  const block = new RegExp(`@plugin 'daisyui/theme' \\{\\s*name: '${name}';([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, key = '', value = '']) => [key, value]),
  );
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  if (!one || !other) throw new Error('a colour is missing from the theme');
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['base-100', 'base-200'];
const WORDS = ['base-content', 'primary', 'secondary', 'accent', 'info', 'success', 'error'];
const FILLED = ['primary', 'secondary', 'accent', 'neutral', 'info', 'success', 'warning', 'error'];

describe.each(['light', 'dark'])('the %s theme', (name) => {
  const colors = themeColors(name);

  it('keeps words at 4.5 to 1 on every ground', () => {
    const weak = GROUNDS.flatMap((ground) =>
      WORDS.filter((word) => contrast(colors.get(word), colors.get(ground)) < 4.5).map(
        (word) => `${word} on ${ground}`,
      ),
    );
    expect(weak).toEqual([]);
  });

  it('keeps words at 4.5 to 1 on every filled part', () => {
    expect(FILLED.filter((part) => contrast(colors.get(part), colors.get(`${part}-content`)) < 4.5)).toEqual([]);
  });

  it('shows the focus ring at 3 to 1 on every ground', () => {
    expect([...GROUNDS, 'base-300'].filter((ground) => contrast(colors.get('accent'), colors.get(ground)) < 3)).toEqual(
      [],
    );
  });
});

describe('the board', () => {
  const board = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6})`).exec(css)?.[1];

  it('keeps words at 4.5 to 1', () => {
    expect(contrast(board('on-board'), board('board'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(board('board-accent'), board('board'))).toBeGreaterThanOrEqual(4.5);
  });
});
