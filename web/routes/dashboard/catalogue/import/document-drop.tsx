import { useEffect, useId, useRef, useState } from 'react';
import { readDocumentName } from '#contract/catalogue/document-names.ts';
import type { DocumentKind } from '#contract/catalogue/documents.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/limits.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { sendDocumentFile } from '#web/queries/catalogue/documents.ts';
import { sendSheet } from '#web/queries/catalogue/imports.ts';
import { findToolOfFile } from '#web/queries/catalogue/pictures-by-file.ts';
import { DOCUMENT_WORDS } from '#web/routes/product/document-words.ts';
import { counted } from '#web/shell/format.ts';
import { badName, documentSheet, type FileOfTool } from './document-rows.ts';

interface Refused {
  name: string;
  why: string;
}

const KINDS = Object.entries(DOCUMENT_WORDS);

/**
 * Takes a folder's documents at once: each is kept under its name, so that sheets can say which product it is about, and those whose names
 * begin with a stock number become an import, which is looked at before anything is shown and can be undone.
 */
export function DocumentDrop({ onImport }: { onImport: (id: string) => void }) {
  const id = useId();
  const [kind, setKind] = useState<DocumentKind>('datasheet');
  const [language, setLanguage] = useState('en');
  const [done, setDone] = useState<{ now: number; of: number } | null>(null);
  const [kept, setKept] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const add = async (files: readonly File[]) => {
    const { signal } = (running.current = new AbortController());
    const without: Refused[] = [];
    const unnamed: string[] = [];
    const found: FileOfTool[] = [];
    setRefused([]);
    setKept([]);
    for (const [now, file] of files.entries()) {
      setDone({ now, of: files.length });
      const bad = file.size > MAX_DOCUMENT_BYTES ? 'It has more than 20 MB.' : badName(file.name);
      try {
        if (bad !== null) without.push({ name: file.name, why: bad });
        else {
          await sendDocumentFile(file.name, file, signal);
          // What follows the stock number may be longer than is tried for pictures.
          const tool = (await findToolOfFile(readDocumentName(file.name).first)) ?? (await findToolOfFile(file.name));
          if (tool) found.push({ toolId: tool._id, file: file.name });
          else unnamed.push(file.name);
        }
      } catch (error) {
        if (signal.aborted) return;
        without.push({ name: file.name, why: error instanceof Error ? error.message : 'It could not be sent.' });
      }
    }
    try {
      const sheet = new Blob([documentSheet(found, { kind, language: language.trim() })], { type: 'text/csv' });
      if (found.length > 0)
        onImport((await sendSheet(`${counted(found.length, 'document')} by file`, sheet, () => {}, signal))._id);
    } catch (error) {
      without.push({ name: 'All documents', why: error instanceof Error ? error.message : 'Please try again.' });
    }
    setRefused(without);
    setKept(unnamed);
    setDone(null);
  };

  return (
    <div className="rounded-box border-base-300 mb-8 border p-4">
      <label htmlFor={id} className="font-semibold">
        Documents by file
      </label>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label="What they are, where a name says nothing"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(target.value as DocumentKind)}
        />
        <TextField
          label="Language, where a name says none"
          maxLength={20}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        />
      </div>
      <input
        id={id}
        type="file"
        multiple
        accept=".pdf,.png,.step,.stp,.dxf,.zip"
        disabled={done !== null}
        aria-describedby={`${id}-note`}
        className="file-input mt-2 w-full"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void add(files);
        }}
      />
      <p id={`${id}-note`} className="muted mt-2 text-sm">
        Many at once, each with the stock number at the beginning of its name, such as SP-13_certificate_de_revC.pdf.
        You see which product gets which before anything is shown. Others are kept for a sheet with a column for each
        kind, such as certificate, that names them.
      </p>
      {done && (
        <progress
          className="progress progress-primary mt-2 w-full"
          max={done.of}
          value={done.now}
          aria-label="Sending the documents"
        />
      )}
      <div role="status">
        {done && <p>{`Document ${done.now + 1} of ${done.of} …`}</p>}
        {kept.length > 0 && (
          <p className="mt-2 break-words">
            {counted(kept.length, 'file')} kept for a sheet that names {kept.length === 1 ? 'it' : 'them'}:{' '}
            {kept.slice(0, 10).join(', ')}
            {kept.length > 10 && ' and more'}
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <div role="alert" className="text-error mt-2">
          <p>{counted(refused.length, 'file')} could not be used:</p>
          <ul className="list-disc pl-5">
            {refused.map(({ name, why }) => (
              <li key={name} className="break-words">
                {name}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
