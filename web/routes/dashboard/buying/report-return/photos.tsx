import { useId, useState } from 'react';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { MAX_RETURN_PICTURES } from '#contract/money/return-words.ts';

const TYPES = 'image/jpeg,image/png,image/webp,image/avif';

/** Photos that are sent with a report. */
export function Photos({ photos, onChange }: { photos: File[]; onChange: (photos: File[]) => void }) {
  const id = useId();
  const [said, setSaid] = useState('');
  const add = (files: File[]) => {
    const large = files.filter(({ size }) => size > MAX_PICTURE_BYTES);
    const all = [...photos, ...files.filter((file) => !large.includes(file))];
    onChange(all.slice(0, MAX_RETURN_PICTURES));
    setSaid(
      large.length > 0
        ? 'A photo may have at most 10 MB.'
        : all.length > MAX_RETURN_PICTURES
          ? `At most ${MAX_RETURN_PICTURES} photos are sent.`
          : '',
    );
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block">
        Photos (optional)
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept={TYPES}
        className="file-input w-full"
        aria-describedby={`${id}-said`}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <p id={`${id}-said`} role="status" className="mt-1 text-sm empty:hidden">
        {said}
      </p>
      {photos.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {photos.map((photo, index) => (
            <li key={`${photo.name} ${photo.lastModified}`} className="flex items-center gap-3">
              <span className="min-w-0 grow break-words">{photo.name}</span>
              <button
                type="button"
                className="btn btn-sm min-h-11"
                aria-label={`Remove ${photo.name}`}
                onClick={() => onChange(photos.filter((_, other) => other !== index))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
