import { useState } from 'react';
import type { NamedPrice, QuoteMessage } from '#contract/buying/quotes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { moment } from '#web/shell/moment.ts';
import { moneyPer } from '#web/shell/price-words.ts';

interface Props {
  messages: readonly QuoteMessage[];
  /** Whether something can be added. */
  isOpen: boolean;
  send: (text: string) => Promise<unknown>;
}

function NamedPrices({ prices }: { prices: readonly NamedPrice[] }) {
  return (
    <>
      <p className="mt-1 text-sm font-medium">Would order at</p>
      <ul>
        {prices.map(({ toolId, tool, targetPrice, priceUnit }) => (
          <li key={toolId} className="flex justify-between gap-4">
            <span className="min-w-0 break-words">{tool}</span>
            <span className="whitespace-nowrap tabular-nums">{moneyPer(targetPrice, priceUnit)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What both sides said. */
export function Talk({ messages, isOpen, send }: Props) {
  const [text, setText] = useState('');
  const action = useAction();
  const isOver = action.busy || text.trim() === '';
  const say = async () => {
    if (isOver) return;
    if (await action.run(() => send(text))) setText('');
  };
  return (
    <section aria-label="Messages">
      <h3 className="text-lg font-semibold">Messages</h3>
      {messages.length === 0 && <p className="muted">No messages yet.</p>}
      <ol className="mt-2 grid gap-3">
        {messages.map(({ by, name, text: said, prices, at }) => (
          <li key={`${at} ${said}`} className="border-base-300 rounded-box border p-3">
            <p className="muted text-sm break-words">
              {[name, by === 'shop' ? 'the shop' : 'the buyer'].filter(Boolean).join(', ')} · {moment(at)}
            </p>
            {said !== '' && <p className="break-words whitespace-pre-line">{said}</p>}
            {prices && <NamedPrices prices={prices} />}
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
            void say();
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
