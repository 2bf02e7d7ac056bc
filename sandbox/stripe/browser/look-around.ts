import type { CardOptions, Look } from './messages.ts';

/** The first ground around a place that is not see-through, and the colour of the text on it. Stands alone. */
export function lookAround(here: HTMLElement, options: CardOptions): Look {
  const brightness = (color: string) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    if (!context) return 0;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red * 299 + green * 587 + blue * 114) / 1000;
  };
  let background = 'transparent';
  for (let place: Element | null = here; place && background === 'transparent'; place = place.parentElement) {
    const ground = getComputedStyle(place).backgroundColor;
    if (!/^(transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(ground)) background = ground;
  }
  const wanted = options.style?.base?.['color'];
  const color = typeof wanted === 'string' ? wanted : getComputedStyle(here).color;
  return { background, color, scheme: brightness(color) > 140 ? 'dark' : 'light' };
}
