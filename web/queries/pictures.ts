import type { CallAnswer } from '#web/api/call.ts';
import { sendFile } from '#web/api/send-file.ts';

/**
 * Sends a picture. `onProgress` gets the sent part, from 0 to 1.
 * @throws ApiError as `sendFile` does
 */
export function uploadPicture(
  file: Blob,
  authorization: string,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<CallAnswer<'POST /picture'>> {
  return sendFile('POST /picture', '/picture', file, authorization, onProgress, signal);
}
