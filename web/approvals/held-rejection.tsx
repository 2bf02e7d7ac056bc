import { say } from '#web/saying/say.ts';
import { undoRejection, useHeldRejection } from './held-rejections.ts';
import { takeFocus } from './take-focus.ts';

interface Props {
  /** What was rejected, as `holdRejection` knows it. */
  of: string;
  /** With what was written, so that it is not lost. */
  onUndone: (why: string) => void;
}

/** Stands where it was rejected, as long as that can be undone; else nothing. */
export function HeldRejection({ of, onUndone }: Props) {
  const held = useHeldRejection(of);
  if (held === null) return null;
  const undo = () => {
    const why = undoRejection(of);
    if (why !== null) onUndone(why);
  };
  return (
    <div className="alert alert-warning flex flex-wrap justify-between gap-3">
      <p role="status">{say('{what} will be rejected in ten seconds.', { what: held.what })}</p>
      <button ref={takeFocus} type="button" className="btn" onClick={undo}>
        {say('Undo')}
      </button>
    </div>
  );
}
