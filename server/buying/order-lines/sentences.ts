/** Shorter is no sentence. */
const LEAST_WORDS = 4;
const MOST_LETTERS = 400;

/** Words of sentences, which no tool is called by. */
const OF_SENTENCES = new Set(
  `please pls kindly can could will would should shall may must we you your our us me my i it is are was were be been have has had do does
   did not don't need want deliver delivered delivery send sent ship shipping call ring before after until by when where if that this
   these those they them with without all as soon possible thanks thank let know make sure confirm leave hand from at on
   bitte wir sie ihr ihre ihnen uns unser unsere ich mir können könnten könnt würden wird werden soll sollen muss müssen haben hat ist
   sind war nicht kein keine liefern lieferung anlieferung anliefern geliefert schicken senden rufen anrufen melden vor nach bis wenn wo
   dass dies diese alles sobald möglich danke vielen abladen avisieren bestätigen zusammen morgen nächste woche gerne noch ob`.split(
    /\s+/,
  ),
);
/** A number behind such a word is a day, a time or a place. */
const NO_AMOUNT =
  /(?<![\p{L}])(?:by|before|after|until|at|on|gate|door|dock|bay|room|week|kw|bis|vor|nach|am|um|ab|tor|rampe|halle|woche|until|the|den|dem|no|nr|ext|tel|phone)\.?\s*$/iu;

/** Whether a row that names no tool and no amount is said to whoever reads the order: it reads as a sentence. */
export function readsAsSentence(text: string): boolean {
  if (text.length > MOST_LETTERS || /[\t;|]/.test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}][\p{L}'’]*/gu) ?? [];
  if (words.length < LEAST_WORDS || hasAmount(text)) return false;
  const said = words.filter((word) => OF_SENTENCES.has(word.replace('’', "'"))).length;
  return said >= (/[.!?]$/.test(text.trim()) ? 2 : 3) || said * 2 >= words.length;
}

/** A number that begins or ends it, or is followed by "x", and is neither a day nor a place. */
function hasAmount(text: string): boolean {
  const trimmed = text.trim();
  if (/^\d|\d\s*(?:x|×|pcs|pieces|stk|stück)(?![\p{L}\p{N}])/iu.test(trimmed)) return true;
  const last = /^(.*?)\d[\d.,:/]*[.!?]?$/u.exec(trimmed);
  return last !== null && !NO_AMOUNT.test(last[1] ?? '');
}
