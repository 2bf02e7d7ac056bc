import { numberOf, writtenDay } from '#contract/days.ts';
import { today } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** By when something had to be paid, and how long ago that is. */
export function DueDay({ due }: { due: string }) {
  const late = numberOf(today()) - numberOf(due);
  return (
    <>
      {writtenDay(due)}
      {late > 0 && (
        <span className="text-error block text-sm">
          {say('{late, plural, one {# day} other {# days}} overdue', { late })}
        </span>
      )}
    </>
  );
}
