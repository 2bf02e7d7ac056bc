import type { Gallery as Pictures } from '#contract/office/shop-pictures.ts';
import { Picture } from '#web/ui/picture.tsx';

/** Pictures that the owner uploaded, each with its caption. */
export function Gallery({ pictures }: { pictures: Pictures }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {pictures.map(({ image, caption }, index) => (
        <li key={`${index} ${image}`}>
          <figure>
            <Picture
              image={image}
              alt=""
              frame="rounded-box bg-base-200 aspect-4/3 w-full"
              sizes="(min-width: 1024px) 380px, (min-width: 640px) 50vw, 100vw"
            />
            {caption && <figcaption className="muted mt-2">{caption}</figcaption>}
          </figure>
        </li>
      ))}
    </ul>
  );
}
