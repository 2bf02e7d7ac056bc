import { inPieces, type PackedLine } from '#contract/buying/units.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PricedLine } from '#contract/buying/basket.ts';
import type { NamedList } from '#contract/buying/named-lists.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { type Again, orderAgain } from '#web/basket/order-again.ts';
import { AgainOutcome } from '#web/basket/again-outcome.tsx';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { useAction } from '#web/forms/use-action.ts';
import { priceLines } from '#web/queries/buying/basket.ts';
import { changeList } from '#web/queries/list-calls.ts';
import { DocumentsOfToolsList } from '#web/documents/documents-of-tools.tsx';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useNamedList } from '#web/queries/buying/named-lists.ts';
import { useUser } from '#web/session/signed-in.ts';
import { AskForQuote } from '#web/quotes/ask-for-quote.tsx';
import { DeleteListDialog, RenameListDialog } from '#web/routes/dashboard/buying/lists/list-dialogs.tsx';
import { TypedRow } from '#web/routes/order-pad/typed-row.tsx';
import { counted } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { useSelection } from '#web/ui/data-table/selection.ts';
import type { Route } from './+types/page.ts';
import { StandingOrderPart } from './standing-order.tsx';
import { listColumns, ListSum, type TypedQuantity } from './columns.tsx';

export const meta = metaOf({ title: 'List', description: 'A list of tools that you order again and again.' });

export default function ListPage({ params }: Route.ComponentProps) {
  const { data: list, error } = useNamedList(params.id);
  if (error || !list) return <NotShown what="the list" error={error} />;
  return <OneList key={list._id} list={list} />;
}

const keyOf = ({ toolId }: PricedLine) => toolId;
const nameOf = ({ tool }: PricedLine) => tool ?? 'a tool that is no longer sold';

/** Puts lines at today's prices into the basket; the answer says what fits and what does not. */
async function putIntoBasket(wanted: (PricedLine & Pick<PackedLine, 'pack'>)[]): Promise<Again> {
  const lines = wanted.map(({ toolId, quantity }) => ({ toolId, quantity }));
  const priced = await priceLines(lines, {}, new AbortController().signal);
  const now = new Map(priced.lines.map((line) => [line.toolId, line]));
  // A list remembers no price, so that none differs.
  const ordered = wanted.map((line) => {
    const { unitPrice, priceUnit } = now.get(line.toolId) ?? {};
    return { ...line, tool: nameOf(line), unitPrice: unitPrice ?? 0, priceUnit: priceUnit ?? 1 };
  });
  const again = orderAgain(ordered, priced, tabBasket().state().lines);
  if (again.lines.length > 0) tabBasket().set(...again.lines);
  return again;
}

/** The line of a tool with so many pieces more than the list has of it. */
function withMore({ lines }: NamedList, toolId: string, pieces: number): BasketLine {
  const there = lines.find((line) => line.toolId === toolId);
  return there ? { ...inPieces(there), quantity: pieces + there.quantity } : { toolId, quantity: pieces };
}

/** What was typed and is not in the list yet. */
function changesOf({ lines }: NamedList, typed: Readonly<Record<string, TypedQuantity>>): BasketLine[] {
  return lines.flatMap(({ toolId, quantity, unit }) => {
    const wanted = typed[toolId];
    const isSame = wanted?.quantity === quantity && (wanted.pack?.code ?? null) === unit;
    return wanted === undefined || isSame ? [] : [{ toolId, ...wanted }];
  });
}

/** A line with what was typed of it, else as it is kept. */
function asTyped(line: PricedLine, typed: TypedQuantity | undefined) {
  return { ...line, ...(typed && typed.quantity > 0 ? typed : inPieces(line)) };
}

function OneList({ list }: { list: NamedList }) {
  const navigate = useNavigate();
  const user = useUser();
  const company = useBuyingFor();
  const [asks, setAsks] = useState<'rename' | 'delete' | null>(null);
  const [typed, setTyped] = useState<Record<string, TypedQuantity>>({});
  const [removed, setRemoved] = useState<BasketLine | null>(null);
  const [outcome, setOutcome] = useState<Again | null>(null);
  const action = useAction();
  const { chosen, ...selection } = useSelection(list.lines, keyOf, nameOf);
  const changes = changesOf(list, typed);
  const save = (lines: BasketLine[]) => action.run(() => changeList(list._id, lines));
  const remove = async (line: PricedLine) => {
    if (await save([{ toolId: line.toolId, quantity: 0 }])) setRemoved(inPieces(line));
  };
  const undo = async () => {
    if (removed && (await save([removed]))) setRemoved(null);
  };
  const orderLines = () =>
    action.run(async () => {
      const kept = changes.filter(({ quantity }) => quantity > 0);
      if (changes.length > 0) await changeList(list._id, kept);
      const wanted = chosen.length > 0 ? chosen : list.lines;
      setOutcome(await putIntoBasket(wanted.map((line) => asTyped(line, typed[line.toolId]))));
    });

  return (
    <section aria-label={list.name}>
      <p>
        <TextLink to="/dashboard/lists">My Lists</TextLink>
      </p>
      <header className="mb-4 flex flex-wrap items-start justify-between gap-4">
        <h2 className="min-w-0 text-2xl font-semibold break-words">{list.name}</h2>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => setAsks('rename')}>
            Rename
          </button>
          <button type="button" className="btn btn-outline btn-error" onClick={() => setAsks('delete')}>
            Delete
          </button>
        </div>
      </header>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="btn btn-primary"
          disabled={action.busy || list.lines.length === 0}
          onClick={() => void orderLines()}
        >
          Add {chosen.length > 0 ? counted(chosen.length, 'line') : 'everything'} to the basket
        </button>
        {list.lines.length > 0 && <AskForQuote lines={() => (chosen.length > 0 ? chosen : list.lines).map(inPieces)} />}
        {changes.length > 0 && (
          <button type="button" className="btn" disabled={action.busy} onClick={() => void save(changes)}>
            Save {counted(changes.length, 'quantity', 'quantities')}
          </button>
        )}
      </div>
      <div role="status">
        {removed && (
          <p className="mb-3 flex items-center gap-3">
            It was removed from the list.
            <button type="button" className="btn btn-xs btn-outline" onClick={() => void undo()}>
              Undo
            </button>
          </p>
        )}
        {outcome && (
          <div className="alert mb-4 block">
            <AgainOutcome again={outcome} />
            <PageLink to="/basket" className="btn btn-sm mt-3">
              View basket
            </PageLink>
          </div>
        )}
      </div>
      {action.problem && (
        <p role="alert" className="alert alert-error mb-4">
          {action.problem.message}
        </p>
      )}
      <DataTable
        label={`Lines of ${list.name}`}
        columns={listColumns({
          typed,
          onQuantity: ({ toolId }, wanted) => setTyped((now) => ({ ...now, [toolId]: wanted })),
          onRemove: (line) => void remove(line),
          buyer: company && { user, company },
        })}
        rows={list.lines}
        keyOf={keyOf}
        selection={selection}
        tools={<ListSum lines={list.lines} typed={typed} />}
        empty={<p>This list is empty. Save the basket, an order or the order pad to it.</p>}
      />
      <DocumentsOfToolsList
        {...usePersonal(['lists', list._id, 'documents', list.version], 'GET /my-list/:id/documents', {
          params: { id: list._id },
        })}
      />
      <TypedRow onAdd={({ _id }, quantity) => void save([withMore(list, _id, quantity)])} />
      <StandingOrderPart list={list} />
      {asks === 'rename' && <RenameListDialog list={list} onClose={() => setAsks(null)} />}
      {asks === 'delete' && (
        <DeleteListDialog
          list={list}
          onClose={() => setAsks(null)}
          onDeleted={() => void navigate('/dashboard/lists', { replace: true })}
        />
      )}
    </section>
  );
}
