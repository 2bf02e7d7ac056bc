import type { Return, ReturnLine } from '#contract/money/returns.ts';
import { isOpenReturn, type ReturnKind, type ReturnState, type ReturnWish } from '#contract/money/return-words.ts';
import { writtenDay } from '#contract/days.ts';
import { say } from '#web/saying/say.ts';

/** What each state is called. */
export const RETURN_STATE_WORDS: Record<ReturnState, string> = {
  asked: say('Reported'),
  agreed: say('Agreed'),
  refused: say('Refused'),
  arrived: say('Arrived'),
  closed: say('Closed'),
  withdrawn: say('Withdrawn'),
};

/** What each kind is called. */
export const RETURN_KIND_WORDS: Record<ReturnKind, string> = {
  damaged: say('Damaged'),
  wrong: say('Wrong'),
  missing: say('Missing'),
  unwanted: say('Not wanted'),
};

/** What the buyer would like. */
export const RETURN_WISH_WORDS: Record<ReturnWish, string> = {
  money: say('Money back'),
  replacement: say('Replacement'),
};

/** What comes next, for the buyer. */
export function nextStep({ state, answer, lines }: Return): string {
  switch (state) {
    case 'asked':
      return say('We will look at it and reply by e-mail. Please keep the pieces until then.');
    case 'agreed':
      if (!answer?.sendBack) return say('You need not send anything back. We will settle it soon.');
      return answer.until === undefined
        ? say('Send the pieces back, with the return slip in the parcel.')
        : say('Send the pieces back by {day}, with the return slip in the parcel.', { day: writtenDay(answer.until) });
    case 'arrived': {
      const short = toCome(lines);
      return short > 0
        ? say('{short, plural, one {# piece} other {# pieces}} still to arrive. We settle what is here.', { short })
        : say('All pieces have arrived. We will settle them soon.');
    }
    case 'refused':
      return say('If you disagree, write to us below.');
    case 'withdrawn':
      return say('Nothing more happens.');
    case 'closed':
      return lines.every(({ quantity, settled }) => settled === quantity)
        ? say('Everything is settled.')
        : say('We closed it without settling the rest. If you disagree, write to us below.');
  }
}

/** Pieces that are to come back and have not arrived. */
function toCome(lines: readonly ReturnLine[]): number {
  return lines.reduce((sum, { kind, quantity, arrived }) => sum + (kind === 'missing' ? 0 : quantity - arrived), 0);
}

/** Pieces of a line that can be settled now. */
export function readyToSettle({ answer, state }: Pick<Return, 'answer' | 'state'>, line: ReturnLine): number {
  if (!isOpenReturn(state) || !answer) return 0;
  const isHere = line.kind === 'missing' || !answer.sendBack;
  return Math.max(0, (isHere ? line.quantity : line.arrived) - line.settled);
}

/** Of them, those that are proposed: what went back to the buyer is settled by nobody. */
export function proposedToSettle(found: Pick<Return, 'answer' | 'state'>, line: ReturnLine): number {
  const ready = readyToSettle(found, line);
  if (line.kind === 'missing' || !found.answer?.sendBack) return ready;
  return Math.max(0, Math.min(ready, line.restocked + line.scrapped - line.settled));
}

/** Pieces of a line that may still arrive. */
export function mayArrive({ answer, state }: Pick<Return, 'answer' | 'state'>, line: ReturnLine): number {
  return isOpenReturn(state) && answer && line.kind !== 'missing' ? line.quantity - line.arrived : 0;
}

/** What the shop says when it agrees, ready to be changed. */
export const ANSWER_TEMPLATES: { title: string; sendBack: boolean; instructions: string }[] = [
  {
    title: say('Send back, we pay'),
    sendBack: true,
    instructions: say(
      'Please pack the pieces well, if you can in their own box. We pay for the parcel: tell us on the page of your return how large it is, and we send you a label.',
    ),
  },
  {
    title: say('Send back at the buyer’s cost'),
    sendBack: true,
    instructions: say('Please pack the pieces well, if you can in their own box, and send them back at your own cost.'),
  },
  {
    title: say('Nothing to send back'),
    sendBack: false,
    instructions: say('Please dispose of the pieces. You need not send them back.'),
  },
];
