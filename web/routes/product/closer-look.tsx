import { useEffect, useId, useRef, useState } from 'react';
import type { PictureView } from '#content/picture-names.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  name: string;
  views: PictureView[];
  chosen: number;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** A view as large as the window, and twice as large to move about in; Escape closes it, the arrows change the view. */
export function CloserLook({ name, views, chosen, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [close, setClose] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const view = views[chosen] ?? views[0];
  if (!view) return null;
  const turn = (by: number) => onChoose((chosen + by + views.length) % views.length);
  return (
    <dialog
      ref={dialog}
      className="bg-base-100 text-base-content m-auto h-dvh max-h-none w-dvw max-w-none sm:rounded-box sm:h-[94dvh] sm:w-[min(94dvw,70rem)] backdrop:bg-black/70"
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={(event) => {
        // Zoomed in, the arrows move the picture.
        if (close || views.length < 2) return;
        if (event.key === 'ArrowRight') turn(1);
        if (event.key === 'ArrowLeft') turn(-1);
      }}
    >
      <div className="flex h-full flex-col gap-3 p-4 sm:p-5">
        <div className="flex items-start justify-between gap-4">
          <h2 id={heading} className="min-w-0 text-xl font-semibold break-words">
            {name}
          </h2>
          <button type="button" className="btn min-h-11" onClick={() => dialog.current?.close()}>
            {say('Close')}
          </button>
        </div>
        <div
          // Scrollable by keyboard, and so a stop for it.
          tabIndex={close ? 0 : -1}
          role="group"
          aria-label={say('Enlarged picture')}
          className="studio rounded-box min-h-0 grow overflow-auto"
        >
          <img
            src={view.large}
            alt={`${name}: ${view.label.toLowerCase()}`}
            width={960}
            height={960}
            className={close ? 'mx-auto h-auto w-[200%] max-w-none' : 'size-full object-contain'}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn min-h-11" aria-pressed={close} onClick={() => setClose(!close)}>
            {say('Zoom in')}
          </button>
          {views.length > 1 &&
            views.map(({ label }, index) => (
              <button
                key={label}
                type="button"
                aria-pressed={index === chosen}
                className="btn btn-outline aria-pressed:btn-primary min-h-11"
                onClick={() => onChoose(index)}
              >
                {label}
              </button>
            ))}
        </div>
      </div>
    </dialog>
  );
}
