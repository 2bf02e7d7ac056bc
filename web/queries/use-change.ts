import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import { outdate, type Subject } from './outdate.ts';

/** A change at the server: what is shown of these subjects follows, whatever came of it. */
export function useChange<Input, Output>(subjects: Subject[], mutationFn: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn, onSettled: () => outdate(...subjects) });
}

/** A change that moves money or goods: all that the user is shown in the dashboard follows. */
export function useMoneyChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [PERSONAL] }) });
}
