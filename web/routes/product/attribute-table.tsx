import { useLoaded } from '#web/api/use-source.ts';
import { attributeNames } from '#web/queries/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { factsOf } from './attribute-words.ts';

/** What a tool is, as a table; nothing where nothing is said of it. */
export function AttributeTable({ tool }: { tool: Tool }) {
  const facts = factsOf(tool, useLoaded(attributeNames));
  if (facts.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="facts">
      <h2 id="facts" className="text-xl font-semibold">
        {say('Specifications')}
      </h2>
      <table className="mt-2 w-full border-collapse text-left tabular-nums">
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name} className="border-base-300 border-b">
              <th scope="row" className="muted py-2 pr-4 font-normal">
                {name}
              </th>
              <td className="py-2 break-words">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
