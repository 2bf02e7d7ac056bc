import type { Return } from '#contract/money/returns.ts';
import { sendFile } from '#web/api/send-file.ts';
import { outdating } from '#web/queries/outdate.ts';
import { userCallList, userFile, withToken } from '#web/session/tab-session.ts';

/** The return that has this number as a whole, in whatever state; null where there is none. @throws ApiError */
export async function returnOfNumber(number: string): Promise<Return | null> {
  const { rows } = await userCallList('GET /returns', { query: { q: number } });
  return rows.find((one) => one.number.toLowerCase() === number.toLowerCase()) ?? null;
}

/** Adds a picture to a return. @throws ApiError as `sendFile` does */
export function sendReturnPicture(id: string, file: Blob): Promise<Return> {
  const { signal } = new AbortController();
  const sent = withToken((authorization) =>
    sendFile('POST /return/:id/picture', { params: { id }, file, authorization, onProgress: () => {}, signal }),
  );
  return outdating(['return'], sent);
}

/** A picture of a return by its address, as an address that holds it. @throws ApiError */
export async function fetchReturnPicture(id: string, address: string): Promise<string> {
  const picture = address.slice(address.lastIndexOf('/') + 1);
  const blob = await (await userFile('GET /return/:id/picture/:picture', { params: { id, picture } })).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The photo could not be read.')));
    reader.readAsDataURL(blob);
  });
}

/** What goes into the parcel that comes back, as a PDF. @throws ApiError */
export function fetchReturnSlip(id: string): Promise<Response> {
  return userFile('GET /return/:id/slip.pdf', { params: { id } });
}
