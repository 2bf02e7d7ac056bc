import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { uploadPicture } from '#web/queries/catalogue/pictures.ts';
import { findToolOfFile, toolsAwaiting } from '#web/queries/catalogue/match-pictures.ts';
import { type Batch, FileDrop } from './file-drop.tsx';

/** Takes many pictures at once, and finds each one's product by the stock number in its name. */
export function PictureDrop({ onImport }: { onImport: (id: string) => void }) {
  return (
    <FileDrop
      what="Picture"
      accept="image/jpeg,image/png,image/webp,image/avif,.zip,application/zip"
      takesFolders
      note="Choose many at once, a folder or a ZIP file. A picture goes to the products whose sheet names its file, else to the one whose stock number its name begins with, such as HAM-CL-16H.jpg or HAM-CL-16H_front.png. You see which product gets which picture before anything is published."
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
      const awaiting = await toolsAwaiting(file.name);
      const found = awaiting.length > 0 ? undefined : await findToolOfFile(file.name);
      const tools = found ? [{ toolId: found._id, name: found.name }] : awaiting;
      if (tools.length === 0)
        return 'No product waits for this file, and none, or more than one, has this stock number.';
      const taken = tools.find(({ toolId }) => images.has(toolId));
      if (taken) return `Another file is already for ${taken.name}.`;
      const address = await uploadPicture(file, () => {}, signal);
      for (const { toolId } of tools) images.set(toolId, address);
      return undefined;
    },
    // What was waited for has come.
    end: () => ({
      count: images.size,
      csv: ['_id,image,imageFile', ...[...images].map(([id, address]) => `${id},${address},`)].join('\n'),
    }),
  };
}
