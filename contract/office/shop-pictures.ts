import { z } from 'zod';
import { isPictureAddress } from '../catalogue/picture-address.ts';
import { bounded, text } from '../text.ts';

/** The most pictures on the first screen, and of the works or of certificates. */
export const MAX_BANNER_PICTURES = 6;
export const MAX_GALLERY_PICTURES = 24;

const ADDRESS = 'A picture must be an https address of a picture, or one that was uploaded';
const Address = bounded(2_000, 'A picture address may have at most 2,000 characters', ADDRESS).refine(
  isPictureAddress,
  ADDRESS,
);
const AddressOrNone = z.union([z.literal(''), Address], ADDRESS);

const Gallery = z
  .array(z.strictObject({ image: Address, caption: text(0, 200, 'Caption') }), 'Pictures must be a list')
  .max(MAX_GALLERY_PICTURES, `At most ${MAX_GALLERY_PICTURES} pictures`);
export type Gallery = z.output<typeof Gallery>;

/** Pictures of home, About and portfolio. An empty one is gone from its page. */
export const shopPictures = {
  /** On the first screen. */
  banner: z
    .array(Address, 'Pictures must be a list')
    .max(MAX_BANNER_PICTURES, `At most ${MAX_BANNER_PICTURES} pictures`),
  /** Beside the text of About. */
  about: AddressOrNone,
  /** Where a link to the shop is shared; empty: that of `content/`, as long as the shop has its name. */
  share: AddressOrNone,
  /** Of works and what they make, on About; on the portfolio in place of what the shop came with. */
  works: Gallery,
  /** On About. */
  certificates: Gallery,
};

const names = Object.keys(shopPictures) as (keyof typeof shopPictures)[];

/** A change of them: null brings back those of content/. */
export const ShopPicturesEdit = z
  .strictObject(
    // Each is its own schema, or null.
    Object.fromEntries(names.map((name) => [name, shopPictures[name].nullable()])) as {
      [N in keyof typeof shopPictures]: z.ZodNullable<(typeof shopPictures)[N]>;
    },
  )
  .partial();
