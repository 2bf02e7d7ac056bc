import { createContext, useContext } from 'react';

/** The id of the cell that names the row around. */
export const RowName = createContext<string | undefined>(undefined);

/** For a button or link in a row: read out with what names the row, so that ten times "Remove" are not the same. */
export function useRowName(): { 'aria-describedby': string } | Record<string, never> {
  const id = useContext(RowName);
  return id === undefined ? {} : { 'aria-describedby': id };
}
