import { useEffect, useId, useRef, useState } from 'react';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { sendSheet } from '#web/queries/catalogue/imports.ts';
import { uploadPicture } from '#web/queries/catalogue/pictures.ts';
import { findToolOfFile } from '#web/queries/catalogue/pictures-by-file.ts';
import { counted } from '#web/shell/format.ts';

interface Refused {
  name: string;
  why: string;
}

/**
 * Takes many pictures at once, finds each one's product by the stock number in its name, uploads them, and makes an import of
 * them, so that they are looked at before they are shown and can be undone.
 */
export function PictureDrop({ onImport }: { onImport: (id: string) => void }) {
  const id = useId();
  const [done, setDone] = useState<{ now: number; of: number } | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const add = async (files: readonly File[]) => {
    const { signal } = (running.current = new AbortController());
    const without: Refused[] = [];
    const images = new Map<string, string>();
    setRefused([]);
    for (const [now, file] of files.entries()) {
      setDone({ now, of: files.length });
      try {
        const tool = file.size > MAX_PICTURE_BYTES ? undefined : await findToolOfFile(file.name);
        if (file.size > MAX_PICTURE_BYTES) without.push({ name: file.name, why: 'It has more than 10 MB.' });
        else if (!tool) without.push({ name: file.name, why: 'No product, or more than one, has this stock number.' });
        else if (images.has(tool._id))
          without.push({ name: file.name, why: `Another file is of ${tool.name} already.` });
        else images.set(tool._id, await uploadPicture(file, () => {}, signal));
      } catch (error) {
        if (signal.aborted) return;
        without.push({ name: file.name, why: error instanceof Error ? error.message : 'It could not be sent.' });
      }
    }
    try {
      const rows = [...images].map((row) => row.join(','));
      const sheet = new Blob([['_id,image', ...rows].join('\n')], { type: 'text/csv' });
      if (images.size > 0)
        onImport((await sendSheet(`${counted(images.size, 'picture')} by file`, sheet, () => {}, signal))._id);
    } catch (error) {
      without.push({ name: 'All pictures', why: error instanceof Error ? error.message : 'Please try again.' });
    }
    setRefused(without);
    setDone(null);
  };

  return (
    <div className="rounded-box border-base-300 mb-8 border p-4">
      <label htmlFor={id} className="font-semibold">
        Pictures by file
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        disabled={done !== null}
        aria-describedby={`${id}-note`}
        className="file-input mt-2 w-full"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void add(files);
        }}
      />
      <p id={`${id}-note`} className="muted mt-2 text-sm">
        Many at once, each with the stock number at the beginning of its name, such as HAM-CL-16H.jpg or
        HAM-CL-16H_front.png. You see which product gets which before anything is shown.
      </p>
      {done && (
        <progress
          className="progress progress-primary mt-2 w-full"
          max={done.of}
          value={done.now}
          aria-label="Sending the pictures"
        />
      )}
      <p role="status">{done ? `Picture ${done.now + 1} of ${done.of} …` : ''}</p>
      {refused.length > 0 && (
        <div role="alert" className="text-error mt-2">
          <p>{counted(refused.length, 'file')} could not be used:</p>
          <ul className="list-disc pl-5">
            {refused.map(({ name, why }) => (
              <li key={name} className="break-words">
                {name}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
