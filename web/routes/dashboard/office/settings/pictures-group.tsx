import { useFieldArray } from 'react-hook-form';
import { isPictureAddress } from '#contract/catalogue/picture-address.ts';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { MAX_BANNER_PICTURES, MAX_GALLERY_PICTURES } from '#contract/office/shop-pictures.ts';
import { uploadPicture } from '#web/queries/catalogue/pictures.ts';
import { FileField } from '#web/tool-form/file-field.tsx';
import { errorAt, ListProblem, RemoveRow, SettingsGroup, type SettingsForm, SettingsText } from './form-parts.tsx';
import { partName } from './part-names.ts';
import { PlacePicture } from './place-picture.tsx';
import { OWN_PICTURES } from './settings-values.ts';

interface Props {
  form: SettingsForm;
  onSending: (sending: boolean) => void;
}

const PLACES = [
  { at: 'banner', title: 'Pictures of the first screen', Fields: BannerPictures },
  { at: 'about', title: 'Picture of About', Fields: AboutPicture },
  { at: 'works', title: 'About and portfolio: your works', Fields: Works },
  { at: 'certificates', title: 'About: certificates', Fields: Certificates },
  { at: 'share', title: 'Shared links', Fields: SharePicture },
] as const;

/** Pictures of the pages, place by place. */
export function PicturesGroup(props: Props) {
  return (
    <SettingsGroup
      id="settings-pictures"
      lead="Of home, About page and portfolio. JPEG, PNG, WebP or AVIF, up to 10 MB each; a place without pictures is not shown."
    >
      {PLACES.map(({ at, title, Fields }) => (
        <fieldset key={at} className="mt-5">
          <legend className="border-base-300 w-full border-t pt-4 font-medium">{title}</legend>
          <div className="grid gap-x-6 md:grid-cols-[minmax(0,1fr)_8rem]">
            <div className="min-w-0 pt-2">
              <Fields {...props} />
            </div>
            {at !== 'share' && <PlacePicture at={at} />}
          </div>
        </fieldset>
      ))}
    </SettingsGroup>
  );
}

function BannerPictures({ form, onSending }: Props) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'pictures.banner' });
  const isOwn =
    JSON.stringify(form.watch('pictures.banner').map(({ image }) => image)) === JSON.stringify(OWN_PICTURES.banner);
  return (
    <>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-3">
          <Thumbnail image={form.watch(`pictures.banner.${index}.image`)} />
          <SettingsText
            form={form}
            name={`pictures.banner.${index}.image`}
            label={`First screen, picture ${index + 1}`}
            inputMode="url"
          />
          <RemoveRow
            label={`Remove picture ${index + 1} of the first screen`}
            className="mt-8"
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <ListProblem error={errorAt(form, 'pictures.banner')} />
      <Upload
        label="Add a picture to the first screen"
        isFull={fields.length >= MAX_BANNER_PICTURES}
        onUploaded={(image) => append({ image })}
        onSending={onSending}
      />
      {!isOwn && (
        <button
          type="button"
          className="btn btn-sm mt-2"
          onClick={() => replace(OWN_PICTURES.banner.map((image) => ({ image })))}
        >
          Use the original pictures
        </button>
      )}
    </>
  );
}

function AboutPicture(props: Props) {
  return <OnePicture {...props} name="about" upload="Upload the picture of the About page" />;
}

function SharePicture(props: Props) {
  return (
    <OnePicture
      {...props}
      name="share"
      upload="Upload the picture of shared links"
      hint="Shown where somebody shares a link to your shop. 1,200 × 630 pixels fit best."
    />
  );
}

function OnePicture({
  form,
  onSending,
  name,
  upload,
  hint,
}: Props & { name: 'about' | 'share'; upload: string; hint?: string }) {
  const field = `pictures.${name}` as const;
  const image = form.watch(field);
  return (
    <>
      <div className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-3">
        <Thumbnail image={image} />
        <SettingsText form={form} name={field} label={partName(field)} hint={hint} inputMode="url" />
        {image !== '' && (
          <RemoveRow
            label={`Remove: ${partName(field)}`}
            className="mt-8"
            onClick={() => {
              form.setValue(field, '', { shouldDirty: true });
              // The button goes with the picture.
              form.setFocus(field);
            }}
          />
        )}
      </div>
      <Upload
        label={upload}
        onUploaded={(image) => form.setValue(field, image, { shouldDirty: true })}
        onSending={onSending}
      />
    </>
  );
}

function Works(props: Props) {
  return (
    <>
      <SettingsText form={props.form} name="texts.worksTitle" label={partName('texts.worksTitle')} />
      <p className="muted text-sm">
        Once there is one, the portfolio page shows these in place of what the shop came with.
      </p>
      <GalleryRows {...props} name="works" one="picture of your works" />
    </>
  );
}

function Certificates(props: Props) {
  return (
    <>
      <SettingsText form={props.form} name="texts.certificatesTitle" label={partName('texts.certificatesTitle')} />
      <GalleryRows {...props} name="certificates" one="certificate" />
    </>
  );
}

function GalleryRows({ form, onSending, name, one }: Props & { name: 'works' | 'certificates'; one: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `pictures.${name}` });
  const label = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  return (
    <>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-3">
          <Thumbnail image={form.watch(`pictures.${name}.${index}.image`)} />
          <div className="grid gap-x-3 sm:grid-cols-2">
            <SettingsText
              form={form}
              name={`pictures.${name}.${index}.image`}
              label={`${label} ${index + 1}`}
              inputMode="url"
            />
            <SettingsText
              form={form}
              name={`pictures.${name}.${index}.caption`}
              label={`Caption of ${one} ${index + 1}`}
            />
          </div>
          <RemoveRow label={`Remove ${one} ${index + 1}`} className="mt-8" onClick={() => remove(index)} />
        </div>
      ))}
      <ListProblem error={errorAt(form, `pictures.${name}`)} />
      <Upload
        label={`Add a ${one}`}
        isFull={fields.length >= MAX_GALLERY_PICTURES}
        onUploaded={(image) => append({ image, caption: '' })}
        onSending={onSending}
      />
    </>
  );
}

interface UploadProps extends Pick<Props, 'onSending'> {
  label: string;
  isFull?: boolean;
  onUploaded: (image: string) => void;
}

function Upload({ label, isFull = false, onUploaded, onSending }: UploadProps) {
  if (isFull) return <p className="muted mt-2 text-sm">There is no room for more. Remove one first.</p>;
  return (
    <FileField
      label={label}
      what="picture"
      accept="image/jpeg,image/png,image/webp,image/avif"
      note=""
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
  );
}

function Thumbnail({ image }: { image: string }) {
  return isPictureAddress(image) ? (
    <img
      key={image}
      src={image}
      alt=""
      width={64}
      height={64}
      className="rounded-box studio mt-8 size-16 object-contain"
    />
  ) : (
    <span aria-hidden="true" className="rounded-box border-base-300 mt-8 size-16 border border-dashed" />
  );
}
