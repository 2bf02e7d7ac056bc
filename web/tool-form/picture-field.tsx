import { useState } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { isPictureAddress } from '#contract/catalogue/picture-address.ts';
import { uploadPicture } from '#web/queries/catalogue/pictures.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { FileField } from './file-field.tsx';

interface Props {
  field: UseFormRegisterReturn & { error: FieldError | undefined };
  /** The address that the field holds. */
  image: string;
  /** Gets the address of an uploaded picture. */
  onUploaded: (image: string) => void;
  /** Told when a file is on its way, and when it no longer is. */
  onSending: (sending: boolean) => void;
  label?: string;
  /** The alternative text of the picture that is shown. */
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
  return (
    <>
      <TextField label={label} inputMode="url" {...field} />
      <FileField
        label="Or upload a picture"
        what="picture"
        accept="image/jpeg,image/png,image/webp,image/avif"
        note="JPEG, PNG, WebP or AVIF, up to 10 MB."
        maxBytes={MAX_PICTURE_BYTES}
        tooLarge="The picture can be at most 10 MB."
        send={async (file, { onProgress, signal }) => {
          onSending(true);
          try {
            onUploaded(await uploadPicture(file, onProgress, signal));
          } finally {
            onSending(false);
          }
        }}
      />
      {isPictureAddress(image) && <Preview key={image} image={image} alt={alt} />}
    </>
  );
}

function Preview({ image, alt }: { image: string; alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <p role="status">There is no picture at this address, or it cannot be shown here.</p>;
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
