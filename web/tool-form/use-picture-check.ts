import { useState } from 'react';
import { checkPicture } from '#web/queries/catalogue/pictures.ts';
import type { ToolForm } from './fields.ts';

/**
 * Lets the server look at a picture of another site before its address is saved.
 * @returns whether it may be saved; else the form says at its field what is wrong, once: who saves it again means it
 */
export function usePictureCheck({ setError }: Pick<ToolForm, 'setError'>): (address: string) => Promise<boolean> {
  const [told, setTold] = useState<string | null>(null);
  return async (address) => {
    if (address.startsWith('/') || address === told) return true;
    const { problem } = await checkPicture(address);
    if (problem === null) return true;
    setTold(address);
    setError('image', { type: 'server', message: `${problem} Save again to keep it anyway.` }, { shouldFocus: true });
    return false;
  };
}
