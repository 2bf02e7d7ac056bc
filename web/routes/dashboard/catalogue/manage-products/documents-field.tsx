import { useRef, useState } from 'react';
import { DOCUMENT_KINDS, type DocumentKind, type ToolDocument } from '#contract/catalogue/documents.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/limits.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useChange } from '#web/queries/changes.ts';
import { sendDocument } from '#web/queries/catalogue/documents.ts';
import { describeDocument, DOCUMENT_WORDS } from '#web/routes/product/document-words.ts';
import { toast } from '#web/shell/toasts.ts';
import { FileField } from '#web/tool-form/file-field.tsx';

const KINDS = DOCUMENT_KINDS.map((kind) => [kind, DOCUMENT_WORDS[kind]] as const);

/** The documents of a tool: what there is, and a way to add one. */
export function DocumentsField({ tool }: { tool: Tool }) {
  const [documents, setDocuments] = useState(tool.documents);
  const removal = useChange('DELETE /tool/:id/document/:document');
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = async ({ _id, name }: ToolDocument) => {
    try {
      await removal.mutateAsync({ params: { id: tool._id, document: _id } });
      setDocuments((there) => there.filter((each) => each._id !== _id));
      toast.success(`${name} removed`);
      heading.current?.focus();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The document could not be removed.');
    }
  };
  return (
    <section className="mt-8" aria-labelledby="tool-documents">
      <h3 ref={heading} id="tool-documents" tabIndex={-1} data-focus-target="" className="text-lg font-semibold">
        Documents
      </h3>
      {documents.length === 0 && <p className="muted">There are no documents yet.</p>}
      <ul className="divide-base-300 divide-y">
        {documents.map((document) => (
          <li key={document._id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <a href={document.url} download className="link break-words">
                {document.name}
              </a>
              <span className="muted block text-sm">{describeDocument(document)}</span>
            </span>
            <button
              type="button"
              className="btn btn-sm btn-outline btn-error"
              aria-label={`Remove ${document.name}`}
              disabled={removal.isPending}
              onClick={() => void remove(document)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <NewDocument toolId={tool._id} onAdded={(document) => setDocuments((there) => [...there, document])} />
    </section>
  );
}

function NewDocument({ toolId, onAdded }: { toolId: string; onAdded: (document: ToolDocument) => void }) {
  const [said, setSaid] = useState({ kind: 'datasheet' as DocumentKind, name: '', language: 'en', revision: '' });
  return (
    <div className="mt-4">
      <div className="grid gap-x-5 sm:grid-cols-2">
        <SelectField
          label="Kind"
          options={KINDS}
          value={said.kind}
          onChange={({ target }) => setSaid({ ...said, kind: target.value as DocumentKind })}
        />
        <TextField
          label="Name (optional)"
          hint="Left empty, the file’s own name is used."
          maxLength={200}
          value={said.name}
          onChange={({ target }) => setSaid({ ...said, name: target.value })}
        />
        <TextField
          label="Language, such as en"
          maxLength={20}
          value={said.language}
          onChange={({ target }) => setSaid({ ...said, language: target.value })}
        />
        <TextField
          label="Revision (optional)"
          maxLength={40}
          value={said.revision}
          onChange={({ target }) => setSaid({ ...said, revision: target.value })}
        />
      </div>
      <FileField
        label="Add a document"
        what="document"
        accept=".pdf,.png,.step,.stp,.dxf,.zip"
        note="PDF, PNG, STEP, DXF or ZIP, up to 20 MB."
        maxBytes={MAX_DOCUMENT_BYTES}
        tooLarge="A document can be at most 20 MB."
        send={async (file, way) => {
          const name = said.name.trim() || file.name.replace(/\.[^.]+$/, '');
          onAdded(await sendDocument(toolId, { ...said, name }, file, way));
          setSaid((now) => ({ ...now, name: '', revision: '' }));
        }}
      />
    </div>
  );
}
