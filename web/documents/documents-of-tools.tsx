import type { DocumentsOfTools } from '#contract/catalogue/documents.ts';
import { describeDocument } from '#web/routes/product/document-words.ts';
import { say } from '#web/saying/say.ts';

/** Data sheets, certificates and the like of several tools, folded away until they are wanted; nothing where there are none. */
export function DocumentsOfToolsList({ data, error }: { data: DocumentsOfTools | undefined; error: Error | null }) {
  if (error)
    return (
      <p role="alert" className="text-error my-4">
        {say('The documents cannot be shown: {message}', { message: error.message })}
      </p>
    );
  if (!data || data.length === 0) return null;
  const total = data.reduce((sum, { documents }) => sum + documents.length, 0);
  return (
    <details className="border-base-300 rounded-box my-4 border p-4">
      <summary className="cursor-pointer font-semibold">
        {say('{total, plural, one {# document} other {# documents}} about these tools', { total })}
      </summary>
      <ul className="mt-3 grid gap-4">
        {data.map(({ toolId, tool, sku, documents }) => (
          <li key={toolId}>
            <h4 className="font-medium break-words">
              {tool} {sku !== null && <span className="muted text-sm tabular-nums">{sku}</span>}
            </h4>
            <ul>
              {documents.map((document) => (
                <li key={document._id} className="py-1">
                  <a href={document.url} download className="link break-words">
                    {document.name}
                  </a>{' '}
                  <span className="muted text-sm">{describeDocument(document)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
