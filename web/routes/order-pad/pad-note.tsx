import { say } from '#web/saying/say.ts';
import { useId, useState } from 'react';

/** What the list said beside its tools: it goes into the note of the order, unless it is taken out here. */
export function PadNote({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const id = useId();
  // While it is typed into it stays, even empty.
  const [isOpen, setOpen] = useState(false);
  if (note === '' && !isOpen) return null;
  return (
    <div className="mt-4 max-w-2xl">
      <label htmlFor={id} className="font-semibold">
        {say('Note for the order')}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={1_000}
        className="textarea mt-1 w-full"
        value={note}
        aria-describedby={`${id}-hint`}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => onNote(target.value)}
      />
      <p id={`${id}-hint`} className="muted text-sm">
        {say('These lines of your list name no tool. They go with the order; change or empty them as you like.')}
      </p>
    </div>
  );
}
