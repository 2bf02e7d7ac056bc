import { pictureSources } from '#content/pictures.ts';

interface Props {
  /** A path of the shop's own pictures, or an address elsewhere. */
  image: string;
  /** Empty where the thing's name stands beside it. */
  alt: string;
  /** Classes that give the frame its size and ground. */
  frame: string;
  /** How wide it is shown, as the `sizes` attribute. */
  sizes: string;
  /** Whether it is what is seen first: the others wait until the page stands. */
  priority?: boolean;
}

/** A product's picture, filling its frame. Our own are cut out; those from elsewhere cover the ground, or it stays bare. */
export function Picture({ image, alt, frame, sizes, priority = false }: Props) {
  const own = pictureSources(image);
  const picture = (
    <img
      src={image}
      alt={alt}
      width={640}
      height={640}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? 'auto' : 'async'}
      fetchPriority={priority ? 'high' : 'auto'}
      className={`absolute inset-0 size-full ${own ? 'object-contain' : 'object-cover'}`}
    />
  );
  return (
    <span className={`relative block overflow-hidden ${frame}`}>
      {own ? (
        <picture>
          <source type="image/avif" srcSet={own.avif} sizes={sizes} />
          <source type="image/webp" srcSet={own.webp} sizes={sizes} />
          {picture}
        </picture>
      ) : (
        picture
      )}
    </span>
  );
}
