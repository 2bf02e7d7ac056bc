import { createListeners } from '#web/api/listeners.ts';

type Kind = 'success' | 'error' | 'info';

const listeners = createListeners();
let wanted = false;

/** Shows a note at the top right. The library behind it is fetched when the first one is shown. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
};

function show(kind: Kind, text: string): void {
  wanted = true;
  listeners.tell();
  // It keeps what is shown before its area stands.
  void import('react-toastify/unstyled').then(({ toast: library }) => library[kind](text));
}

/** Whether anything was shown yet: until then no area is needed. */
export const toastArea = {
  subscribe: listeners.subscribe,
  wanted: () => wanted,
};
