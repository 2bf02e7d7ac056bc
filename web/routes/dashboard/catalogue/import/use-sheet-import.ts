import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ColumnAnswers, sendSheet, useImportsOutdated } from '#web/queries/catalogue/imports.ts';

/**
 * The import that a page shows: in the address, so that it survives a reload.
 * @param name the parameter that has its id @param list the price list whose prices are imported; without it, tools are
 */
export function useSheetImport(name: string, list?: string) {
  const [search, setSearch] = useSearchParams();
  const outdated = useImportsOutdated();
  const id = search.get(name);
  /** What was sent from this page, so that it can be read again with other columns. */
  const [sent, setSent] = useState<{ id: string; file: File } | null>(null);
  const show = (made: string, file?: File) => {
    outdated();
    if (file) setSent({ id: made, file });
    setSearch({ [name]: made }, { preventScrollReset: true });
  };
  const file = sent !== null && sent.id === id ? sent.file : undefined;
  const readAgain = async (said: ColumnAnswers) => {
    if (!file) return;
    show((await sendSheet(file.name, file, { said, list }))._id, file);
  };
  return { id, show, readAgain: file && readAgain };
}
