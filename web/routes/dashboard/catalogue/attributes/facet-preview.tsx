import { usePersonal } from '#web/queries/use-personal.ts';
import { wordsFor } from '#web/routes/products/facet-words.ts';

/** So many values are shown of a preview. */
const SHOWN = 12;

/** What buyers could choose from, before they see it. */
export function FacetPreview({ attributeKey }: { attributeKey: string }) {
  const about = ['attributes', attributeKey, 'facet'] as const;
  const { data, error } = usePersonal(about, 'GET /attribute/:key/facet', { params: { key: attributeKey } });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <div className="skeleton h-20" role="status" aria-label="Loading the preview" />;
  if (!data.facet) return <p className="muted">No tool on sale has it yet, so nothing would be shown.</p>;
  const { name, kind, unit, values } = data.facet;
  return (
    <div className="border-base-300 rounded-box border p-3">
      <p className="font-medium">
        {name}
        {unit !== null && <span className="muted"> in {unit}</span>}
      </p>
      <ul className="mt-1 text-sm">
        {values.slice(0, SHOWN).map(({ value, count }) => (
          <li key={value} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{wordsFor(kind, value, unit)}</span>
            <span className="tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
      {values.length > SHOWN && <p className="muted text-sm">and {values.length - SHOWN} more</p>}
    </div>
  );
}
