import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { ReturnArrival } from '#contract/money/returns.ts';
import { returnLines, returns } from '#server/buying/order-tables/returns.sql.ts';
import { returnToStock } from '#server/catalogue/tools/stock.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { record } from '#server/people/audit/audit.ts';
import { lockReturn, requireAgreed, type ReturnLineRow } from './lock-return.ts';
import { sayReturnNumber } from './read-returns.ts';

/**
 * Counts what arrived of a return; several counts add up to its lines. Pieces that go into stock are there at once.
 * @returns the tools whose stock rose
 * @throws AppError RETURN_NOT_FOUND, RETURN_OVER, RETURN_NOT_AGREED, MORE_THAN_RETURNED {toolId, left}
 */
export async function recordArrival(
  tx: Tx,
  actor: Caller,
  id: string,
  { lines }: ReturnArrival,
): Promise<{ restocked: string[] }> {
  const locked = await lockReturn(tx, actor, id);
  requireAgreed(locked);
  requireExpected(lines, locked.lines);
  const number = sayReturnNumber(locked.row.number);
  for (const { toolId, quantity, restocked, scrapped } of lines)
    await tx
      .update(returnLines)
      .set({
        arrived: sql`${returnLines.arrived} + ${quantity}`,
        restocked: sql`${returnLines.restocked} + ${restocked}`,
        scrapped: sql`${returnLines.scrapped} + ${scrapped}`,
      })
      .where(and(eq(returnLines.returnId, id), eq(returnLines.toolId, toolId)));
  await tx.update(returns).set({ state: 'arrived' }).where(eq(returns.id, id));
  const back = lines.filter(({ restocked }) => restocked > 0);
  await returnToStock(
    tx,
    actor,
    back.map(({ toolId, restocked }) => ({ toolId, quantity: restocked })),
    `Return ${number} of order ${locked.order.number}`,
  );
  await tellNews(tx, 'return.arrived', [id]);
  const sum = (of: (line: ReturnArrival['lines'][number]) => number) => lines.reduce((all, line) => all + of(line), 0);
  await record(tx, actor, 'return.arrived', id, {
    number,
    pieces: sum(({ quantity }) => quantity),
    backToStock: sum(({ restocked }) => restocked),
    scrapped: sum(({ scrapped }) => scrapped),
  });
  return { restocked: back.map(({ toolId }) => toolId) };
}

/** @throws AppError MORE_THAN_RETURNED with an issue for each line of which not so many are expected */
function requireExpected(lines: ReturnArrival['lines'], expected: ReturnLineRow[]): void {
  const byTool = new Map(expected.map((line) => [line.toolId, line]));
  const issues = lines.flatMap(({ toolId, quantity }, index): Complaint[] => {
    const line = byTool.get(toolId);
    const left = !line || line.kind === 'missing' ? 0 : line.quantity - line.arrived;
    if (quantity <= left) return [];
    const path = line ? `lines.${index}.quantity` : `lines.${index}.toolId`;
    return [{ path, code: 'MORE_THAN_RETURNED', message: whyNone(line, left), left }];
  });
  const [first] = issues;
  if (!first) return;
  const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, left: first['left'] };
  throw new AppError('MORE_THAN_RETURNED', ended(first.message), { facts, issues });
}

function whyNone(line: ReturnLineRow | undefined, left: number): Sentence {
  if (!line) return sentence('This tool is not in the return');
  if (line.kind === 'missing') return sentence('These pieces were reported missing, so none are expected back');
  if (left === 0)
    return sentence('All pieces of this line have arrived. Keep what is too many apart and write to the buyer');
  return sentence(
    'Only {left, plural, one {# more of this tool is} other {# more of this tool are}} expected. Keep what is too many apart and write to the buyer',
    { left },
  );
}
