import { defineRoutes } from '../route.ts';
import { LetterPreview, LetterPreviewQuery } from './letter-texts.ts';

/** What the owner adds to letters. */
export const letterRoutes = defineRoutes({
  previewLetter: {
    call: 'POST /letter-preview',
    access: 'staff:settings',
    summary: "A letter with texts that are not saved yet, and a real order's facts in place of their fields",
    body: LetterPreviewQuery,
    answer: LetterPreview,
    key: 'none',
  },
});
