import type { CallAnswer } from '#web/api/call.ts';
import { sendFile } from '#web/api/send-file.ts';
import { userCall, withToken } from '#web/session/tab-session.ts';

/**
 * Sends a picture. `onProgress` gets the sent part, from 0 to 1. @returns the picture's address
 * @throws ApiError as `sendFile` does
 */
export async function uploadPicture(
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { image } = await withToken((authorization) =>
    sendFile('POST /picture', { file, authorization, onProgress, signal }),
  );
  return image;
}

/** What speaks against a picture of another site, as the server sees it; `problem` is null where nothing does. @throws ApiError */
export function checkPicture(address: string): Promise<CallAnswer<'POST /picture-check'>> {
  return userCall('POST /picture-check', { body: { address } });
}
