import type { CardOptions, Look } from './messages.ts';

/** Gives the card frame the colours and type of the page around it. Stands alone. */
export function dressFrame({ style, hideIcon }: CardOptions, look: Look): void {
  const root = document.documentElement;
  const set = (name: string, value: unknown) => {
    if (typeof value === 'string') root.style.setProperty(name, value);
  };
  set('--ground', look.background);
  set('--color', look.color);
  root.style.colorScheme = look.scheme;
  root.dataset['scheme'] = look.scheme;
  const base = style?.base ?? {};
  const placeholder = base['::placeholder'];
  set('--font', base['fontFamily']);
  set('--size', base['fontSize']);
  set('--field', base['backgroundColor']);
  set('--invalid', style?.invalid?.['color']);
  if (typeof placeholder === 'object' && placeholder !== null) {
    set('--placeholder', (placeholder as Record<string, unknown>)['color']);
  }
  if (hideIcon !== undefined) document.getElementById('brand')?.toggleAttribute('hidden', hideIcon);
}
