import { answerWithRows } from './answer-with-rows.ts';
import { openSheet } from './open-sheet.ts';

await answerWithRows(openSheet);
