import { useState } from 'react';
import { pictureViews } from '#content/picture-names.ts';
import { suspectOffline } from '#web/api/reachability.ts';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import type * as closerLook from './closer-look.tsx';

/** A tool's views: one large, the others to choose from, each of them enlarged on demand. The frame keeps its size. */
export function Gallery({ name, image }: { name: string; image: string }) {
  const views = pictureViews(image);
  const [chosen, setChosen] = useState(0);
  const [enlarged, setEnlarged] = useState<typeof closerLook | null>(null);
  const view = views[chosen] ?? views[0];
  if (!view) return null;
  // Its script comes as it is asked for.
  const enlarge = () => void import('./closer-look.tsx').then(setEnlarged).catch(suspectOffline);
  return (
    <>
      <div className="relative">
        <Picture
          key={view.image}
          image={view.image}
          alt={view.label === 'Whole' ? '' : `${name}: ${view.label.toLowerCase()}`}
          frame={`border-base-300 rounded-box aspect-4/3 w-full border ${view.label === 'To scale' ? 'bg-to-scale' : 'studio'}`}
          sizes="(min-width: 1024px) 460px, 75vw"
          cover={view.label === 'Detail'}
          priority
        />
        <button type="button" className="btn absolute top-3 left-3 min-h-11" onClick={enlarge}>
          {say('Enlarge')}
        </button>
      </div>
      {views.length > 1 && (
        <div role="group" aria-label={say('Views')} className="mt-3 grid max-w-md grid-cols-3 gap-3">
          {views.map(({ label, image: path }, index) => (
            <button
              key={label}
              type="button"
              aria-pressed={index === chosen}
              className="border-base-300 rounded-box hover:border-base-content/50 aria-pressed:border-accent aria-pressed:outline-accent cursor-pointer overflow-hidden border text-sm font-medium aria-pressed:outline-1"
              onClick={() => setChosen(index)}
            >
              <Picture image={path} alt="" frame="studio aspect-3/2 w-full" sizes="160px" cover={label !== 'Whole'} />
              <span className="block py-1.5">{label}</span>
            </button>
          ))}
        </div>
      )}
      {enlarged && (
        <enlarged.CloserLook
          name={name}
          views={views}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => setEnlarged(null)}
        />
      )}
    </>
  );
}
