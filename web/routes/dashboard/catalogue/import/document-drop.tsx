import { useState } from 'react';
import { readDocumentName } from '#contract/catalogue/document-names.ts';
import type { DocumentKind } from '#contract/catalogue/documents.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/limits.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { sendDocumentFile } from '#web/queries/catalogue/documents.ts';
import { findToolOfFile } from '#web/queries/catalogue/match-pictures.ts';
import { DOCUMENT_WORDS } from '#web/routes/product/document-words.ts';
import { counted } from '#web/shell/format.ts';
import { badName, documentSheet, type FileOfTool } from './document-rows.ts';
import { type Batch, FileDrop } from './file-drop.tsx';

const KINDS = Object.entries(DOCUMENT_WORDS);

/**
 * Takes a folder's documents at once: each is kept under its name, so that sheets can say which product it is about, and those
 * whose names begin with a stock number become an import.
 */
export function DocumentDrop({ onImport }: { onImport: (id: string) => void }) {
  const [kind, setKind] = useState<DocumentKind>('datasheet');
  const [language, setLanguage] = useState('en');
  const [kept, setKept] = useState<readonly string[]>([]);

  const begin = (): Batch => {
    const unnamed: string[] = [];
    const found: FileOfTool[] = [];
    setKept([]);
    return {
      async take(file, signal) {
        if (file.size > MAX_DOCUMENT_BYTES) return 'It is larger than 20 MB.';
        const bad = badName(file.name);
        if (bad !== null) return bad;
        await sendDocumentFile(file.name, file, signal);
        // What follows the stock number may be longer than is tried for pictures.
        const tool = (await findToolOfFile(readDocumentName(file.name).first)) ?? (await findToolOfFile(file.name));
        if (tool) found.push({ toolId: tool._id, file: file.name });
        else unnamed.push(file.name);
        return undefined;
      },
      end() {
        setKept(unnamed);
        return { count: found.length, csv: documentSheet(found, { kind, language: language.trim() }) };
      },
    };
  };

  return (
    <FileDrop
      what="Document"
      accept=".pdf,.png,.step,.stp,.dxf,.zip"
      note="Choose many at once, each named by its stock number first, such as SP-13_certificate_de_revC.pdf. You see which product gets which file before anything is published. Other files are kept for a sheet that names them in a column for each kind, such as certificate."
      begin={begin}
      onImport={onImport}
      outcome={
        kept.length > 0 && (
          <p className="mt-2 break-words">
            {counted(kept.length, 'file')} kept for a sheet that names {kept.length === 1 ? 'it' : 'them'}:{' '}
            {kept.slice(0, 10).join(', ')}
            {kept.length > 10 && <span>{' and more'}</span>}
          </p>
        )
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label="Kind, if the name does not say"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(target.value as DocumentKind)}
        />
        <TextField
          label="Language, if the name does not say"
          maxLength={20}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        />
      </div>
    </FileDrop>
  );
}
