import type { LetterPreview, LetterPreviewQuery, PaperPreviewQuery } from '#contract/office/letter-texts.ts';
import { userCall, userFile } from '#web/session/tab-session.ts';

export type { LetterPreview } from '#contract/office/letter-texts.ts';

/** A letter with texts that are not saved yet. @throws ApiError with an issue at `text` for a field that it has not */
export function previewLetter(asked: LetterPreviewQuery): Promise<LetterPreview> {
  return userCall('POST /letter-preview', { body: asked });
}

/** A pro forma invoice with texts that are not saved yet, as a PDF. @throws ApiError */
export function previewPaper(papers: PaperPreviewQuery): Promise<Response> {
  return userFile('POST /paper-preview', { body: papers });
}
