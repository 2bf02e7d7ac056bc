import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { uploadPicture } from '#web/queries/catalogue/pictures.ts';
import { findToolOfFile } from '#web/queries/catalogue/match-pictures.ts';
import { type Batch, FileDrop } from './file-drop.tsx';

/** Takes many pictures at once, and finds each one's product by the stock number in its name. */
export function PictureDrop({ onImport }: { onImport: (id: string) => void }) {
  return (
    <FileDrop
      what="Picture"
      accept="image/jpeg,image/png,image/webp,image/avif"
      note="Choose many at once, each named by its stock number first, such as HAM-CL-16H.jpg or HAM-CL-16H_front.png. You see which product gets which picture before anything is published."
      begin={onePictureEach}
      onImport={onImport}
    />
  );
}

function onePictureEach(): Batch {
  const images = new Map<string, string>();
  return {
    async take(file, signal) {
      if (file.size > MAX_PICTURE_BYTES) return 'It is larger than 10 MB.';
      const tool = await findToolOfFile(file.name);
      if (!tool) return 'No product, or more than one, has this stock number.';
      if (images.has(tool._id)) return `Another file is already for ${tool.name}.`;
      images.set(tool._id, await uploadPicture(file, () => {}, signal));
      return undefined;
    },
    end: () => ({ count: images.size, csv: ['_id,image', ...[...images].map((row) => row.join(','))].join('\n') }),
  };
}
