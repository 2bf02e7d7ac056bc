import { answerWithRows } from '#server/catalogue/imports/answer-with-rows.ts';
import { openBankFile } from './open-bank-file.ts';

await answerWithRows(openBankFile);
