import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { isPictureAddress } from '#contract/catalogue/tools.ts';
import { uploadPicture } from '#web/queries/catalogue/pictures.ts';
import { TextField } from '#web/forms/text-field.tsx';

interface Props {
  field: UseFormRegisterReturn & { error: FieldError | undefined };
  /** The address that the field holds. */
  image: string;
  /** Gets the address of an uploaded picture. */
  onUploaded: (image: string) => void;
  /** Told when a file is on its way, and when it no longer is. */
  onSending: (sending: boolean) => void;
  label?: string;
  /** Said of the picture that is shown. */
  alt?: string;
}

/** A picture: an address, or a file that is uploaded and becomes one; shown as soon as there is one. */
export function PictureField({
  field,
  image,
  onUploaded,
  onSending,
  label = 'Image URL',
  alt = 'Preview of the product',
}: Props) {
  const id = useId();
  const upload = useUpload(onUploaded, onSending);
  const sending = upload.part !== null;
  return (
    <>
      <TextField label={label} inputMode="url" {...field} />
      <div className="fieldset">
        <label htmlFor={id} className="label text-base-content">
          Or upload a picture
        </label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={sending}
          aria-invalid={upload.problem ? true : undefined}
          aria-describedby={`${id}-note`}
          className={`file-input w-full ${upload.problem ? 'file-input-error' : ''}`}
          onChange={upload.choose}
        />
        <div id={`${id}-note`}>
          {upload.problem ? (
            <p className="text-error" role="alert">
              {upload.problem}
            </p>
          ) : (
            <p>JPEG, PNG, WebP or AVIF, up to 10 MB.</p>
          )}
        </div>
        {upload.part !== null && (
          <progress
            className="progress progress-primary w-full"
            max={100}
            value={Math.round(upload.part * 100)}
            aria-label="Uploading the picture"
          />
        )}
        <p role="status">{sending ? 'Uploading the picture …' : upload.done ? 'The picture is uploaded.' : ''}</p>
      </div>
      {isPictureAddress(image) && <Preview key={image} image={image} alt={alt} />}
    </>
  );
}

function Preview({ image, alt }: { image: string; alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <p role="status">There is no picture at this address, or it may not be shown here.</p>;
  return (
    <img
      src={image}
      alt={alt}
      width={160}
      height={160}
      className="rounded-box studio size-40 object-contain"
      onError={() => setBroken(true)}
    />
  );
}

function useUpload(onUploaded: Props['onUploaded'], onSending: Props['onSending']) {
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setPart(0);
    onSending(true);
    try {
      const image = await uploadPicture(file, setPart, controller.signal);
      setDone(true);
      onUploaded(image);
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(error instanceof Error ? error.message : 'The picture could not be uploaded.');
    }
    setPart(null);
    onSending(false);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    setProblem(null);
    setDone(false);
    if (!file) return;
    if (file.size > MAX_PICTURE_BYTES) setProblem('The picture may have at most 10 MB.');
    else void send(file);
    // So that the same file can be chosen again after a refusal.
    target.value = '';
  };
  return { part, problem, done, choose };
}
