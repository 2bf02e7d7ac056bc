import { useState } from 'react';
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
  /** Fills the frame and is cut at its edges, as pictures from elsewhere always are. */
  cover?: boolean;
}

/**
 * A product's picture, filling its frame. Our own are cut out; those from elsewhere cover the ground. Where an address is
 * broken, the frame keeps its size and shows the outline that a missing tool leaves on its board.
 */
export function Picture({ image, alt, frame, sizes, priority = false, cover = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const own = pictureSources(image);
  const missing = broken === image;
  const picture = (
    <img
      // The address can have failed before this script ran.
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) setBroken(image);
      }}
      onError={() => setBroken(image)}
      src={image}
      alt={alt}
      width={640}
      height={640}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? 'auto' : 'async'}
      fetchPriority={priority ? 'high' : 'auto'}
      className={`absolute inset-0 size-full ${own && !cover ? 'object-contain' : 'object-cover'}`}
    />
  );
  return (
    <span className={`relative block overflow-hidden ${frame}`}>
      {missing ? (
        <span className="missing-picture" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })} />
      ) : own ? (
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
