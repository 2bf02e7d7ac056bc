import { useState } from 'react';
import type { Quote } from '#contract/buying/quotes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { moment } from '#web/shell/moment.ts';

/** What both sides said; as long as the quote is open, something can be added. */
export function Talk({ quote, isOpen }: { quote: Quote; isOpen: boolean }) {
  const [text, setText] = useState('');
  const action = useAction();
  const isOver = action.busy || text.trim() === '';
  const send = async () => {
    if (isOver) return;
    const said = { params: { id: quote._id }, body: { text } };
    if (await action.run(() => userChange('POST /quote/:id/message', said))) setText('');
  };
  return (
    <section aria-label="Messages">
      <h3 className="text-lg font-semibold">Messages</h3>
      {quote.messages.length === 0 && <p className="muted">No messages yet.</p>}
      <ol className="mt-2 grid gap-3">
        {quote.messages.map(({ by, name, text: said, at }) => (
          <li key={`${at} ${said}`} className="border-base-300 rounded-box border p-3">
            <p className="muted text-sm break-words">
              {[name, by === 'shop' ? 'the shop' : 'the buyer'].filter(Boolean).join(', ')} · {moment(at)}
            </p>
            <p className="break-words whitespace-pre-line">{said}</p>
          </li>
        ))}
      </ol>
      {isOpen && (
        <form
          noValidate
          aria-label="Write a message"
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <TextArea
            label="Your message"
            rows={3}
            maxLength={2_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <FormProblem message={action.problem?.message} />
          {/* Disabled it would lose the focus. */}
          <button
            className={`btn mt-2 ${text.trim() === '' ? 'btn-disabled' : ''}`}
            aria-disabled={isOver || undefined}
          >
            Send
          </button>
        </form>
      )}
    </section>
  );
}
