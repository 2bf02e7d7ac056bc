import { counted } from '#web/shell/format.ts';

/** How many rows somebody has to look at, with a way to the next of them behind the focus, and round again. */
export function Attention({ rows }: { rows: number }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {rows > 0 && (
        <>
          <p className="text-error font-semibold">{counted(rows, 'row needs', 'rows need')} your attention.</p>
          <button type="button" className="btn btn-sm btn-outline" onClick={goToNext}>
            Go to the next
          </button>
        </>
      )}
    </div>
  );
}

let last: Element | null = null;

function goToNext(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('li[data-attention]')];
  const behind = waiting.find((row) => last && last.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = behind ?? waiting[0];
  if (!next) return;
  last = next;
  next.scrollIntoView({ block: 'center' });
  next.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
}
