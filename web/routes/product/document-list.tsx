import type { Tool } from '#contract/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';
import { describeDocument } from './document-words.ts';

/** Data sheets, certificates and the like, to be downloaded; nothing where there are none. */
export function DocumentList({ documents }: Pick<Tool, 'documents'>) {
  if (documents.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="documents">
      <h2 id="documents" className="text-xl font-semibold">
        {say('Documents')}
      </h2>
      <ul className="mt-2">
        {documents.map((document) => (
          <li key={document._id} className="border-base-300 border-b py-2">
            <a href={document.url} download className="link break-words">
              {document.name}
            </a>
            <span className="muted block text-sm">{describeDocument(document)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
