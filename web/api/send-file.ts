import { networkError, readError, unexpectedAnswer } from './api-error.ts';
import { addressOf, type CallAnswer, type CallId } from './call.ts';
import { released } from './press.ts';
import { withKey } from './unanswered.ts';
import { LANGUAGE } from '#web/saying/say.ts';

/** What is sent, by whom, and the progress: `onProgress` gets the sent part, from 0 to 1. */
interface Sending {
  params?: Record<string, string>;
  query?: Record<string, string>;
  file: Blob;
  authorization: string;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file as the body of a call, since fetch() cannot tell how much of it is sent.
 * @throws ApiError as `call` does, networkError where no answer came or the sending was stopped
 */
export function sendFile<C extends CallId>(id: C, sending: Sending): Promise<CallAnswer<C>> {
  const { params, query, file } = sending;
  const said = [params, query, file.size, file.type, file instanceof File ? [file.name, file.lastModified] : null];
  return withKey([id, said], (key) => sent(id, sending, key));
}

function sent<C extends CallId>(
  id: C,
  { params = {}, query, file, authorization, onProgress, signal }: Sending,
  headers: Record<string, string>,
): Promise<CallAnswer<C>> {
  const answer = new Promise<CallAnswer<C>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { method, address } = addressOf(id, params, query);
    request.open(method, address);
    request.setRequestHeader('authorization', authorization);
    request.setRequestHeader('accept-language', LANGUAGE);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status !== 201) return void readError(new Response(responseText, { status })).then(reject, reject);
      try {
        // The server checks its answers against the contract before they leave.
        resolve(JSON.parse(responseText) as CallAnswer<C>);
      } catch {
        reject(unexpectedAnswer(status));
      }
    });
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => reject(networkError()));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
  return answer.finally(released);
}
