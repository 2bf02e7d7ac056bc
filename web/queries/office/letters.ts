import type { LetterPreview, LetterPreviewQuery } from '#contract/office/letter-texts.ts';
import { userCall } from '#web/session/tab-session.ts';

export type { LetterPreview } from '#contract/office/letter-texts.ts';

/** A letter with texts that are not saved yet. @throws ApiError with an issue at `text` for a field that it has not */
export function previewLetter(asked: LetterPreviewQuery): Promise<LetterPreview> {
  return userCall('POST /letter-preview', { body: asked });
}
