/** The shop's own pictures: which there are, which of them shows a tool, and in which views. Their sizes: pictures.ts. */
import { largestWidth } from './pictures.ts';

/** Rendered from models of the very tools by `npm run pictures`; named by their SKU. Each has all views. */
const RENDERED = [
  'axe-fe-16',
  'axe-ha-06',
  'blt-516-2',
  'blt-m10-50',
  'blt-m10-80',
  'blt-m12-60',
  'blt-m6-30',
  'blt-m8-40',
  'box-ca-480',
  'bro-280',
  'bru-rd-12',
  'buc-14',
  'cha-06',
  'cla-g-075',
  'cla-g-100',
  'cla-g-150',
  'cla-g-200',
  'ham-bp-24f',
  'ham-cl-13h',
  'ham-cl-16h',
  'ham-cl-20h',
  'hoo-br-80',
  'kni-in-280',
  'lad-ti-30',
  'mag-25',
  'pad-50',
  'pic-25',
  'rul-300',
  'saw-ha-550',
  'saw-pr-300',
  'scr-ph-2',
  'scr-sl-40',
  'scr-sl-55',
  'scr-sl-65',
  'scr-sl-80',
  'set-en-02',
  'she-200',
  'spa-ad-250',
  'spa-co-08',
  'spa-co-10',
  'spa-co-13',
  'spa-co-17',
  'spa-co-19',
  'spa-co-24',
  'squ-200',
  'squ-300',
  'squ-600',
  'tor-300',
] as const;

/** Drawn: what is knitted or sewn, and the outline that a missing tool leaves on its board. They have one view. */
const DRAWN = ['glo-kn-10', 'gog-cl', 'not-found', 'ves-or-l'] as const;

export const pictureNames = [...RENDERED, ...DRAWN];
export type PictureName = (typeof pictureNames)[number];

/**
 * The picture that stands for a family of tools. The names are also those of older pictures: shops that were filled
 * before there was one picture a SKU keep `/pictures/hammer-640.webp` and its like in their database.
 */
export const familyPictures = {
  hammer: 'ham-cl-16h',
  'hammer-and-wrench': 'set-en-02',
  wrench: 'spa-co-13',
  screwdriver: 'scr-sl-55',
  'nut-and-bolt': 'blt-m10-50',
  axe: 'axe-fe-16',
  saw: 'saw-ha-550',
  clamp: 'cla-g-150',
  toolbox: 'box-ca-480',
  ladder: 'lad-ti-30',
  pick: 'pic-25',
  square: 'squ-300',
  ruler: 'rul-300',
  shears: 'she-200',
  knife: 'kni-in-280',
  torch: 'tor-300',
  magnet: 'mag-25',
  chain: 'cha-06',
  hook: 'hoo-br-80',
  brush: 'bru-rd-12',
  goggles: 'gog-cl',
  gloves: 'glo-kn-10',
  vest: 'ves-or-l',
  bucket: 'buc-14',
  broom: 'bro-280',
  padlock: 'pad-50',
} as const satisfies Record<string, PictureName>;
export type PictureFamily = keyof typeof familyPictures;

/** The tool's own picture, else that of the nearest size of the same shape, else the one that stands for its family. */
export function pictureFor(sku: string, family: PictureFamily): PictureName {
  const own = sku.toLowerCase();
  const shape = shapeOf(own);
  const sizes = pictureNames.filter((name) => shapeOf(name) === shape);
  const nearest = sizes.toSorted((a, b) => distance(own, a) - distance(own, b))[0];
  return nearest ?? familyPictures[family];
}

/** A SKU without its figures: tools of one shape differ in size alone. */
function shapeOf(sku: string): string {
  return sku.replace(/\d+/g, '#');
}

function distance(a: string, b: string): number {
  const figures = (sku: string) => (sku.match(/\d+/g) ?? []).map(Number);
  const other = figures(b);
  return figures(a).reduce((sum, figure, at) => sum + Math.abs(Math.log((figure + 1) / ((other[at] ?? 0) + 1))), 0);
}

/** One view of a tool: a path for `Picture`, and the largest file of it. */
export interface PictureView {
  label: 'Whole' | 'Detail' | 'To scale';
  image: string;
  large: string;
}

/** The views of a tool's picture, the whole first. Pictures from elsewhere, uploads and drawings have one. */
export function pictureViews(image: string): PictureView[] {
  const named = /^\/pictures\/(.+)-640\.webp$/.exec(image)?.[1];
  if (named === undefined) {
    const large = image.startsWith('/uploads/') ? image.replace(/-640\.webp$/, '-1280.webp') : image;
    return [{ label: 'Whole', image, large }];
  }
  const name = isFamily(named) ? familyPictures[named] : named;
  const whole: PictureView = { label: 'Whole', image, large: `/pictures/${name}-${largestWidth}.webp` };
  if (!RENDERED.some((rendered) => rendered === name)) return [whole];
  const closer = (label: PictureView['label'], view: string): PictureView => {
    const path = `/pictures/${name}-${view}-640.webp`;
    return { label, image: path, large: path };
  };
  return [whole, closer('Detail', 'detail'), closer('To scale', 'scale')];
}

function isFamily(name: string): name is PictureFamily {
  return Object.hasOwn(familyPictures, name);
}
