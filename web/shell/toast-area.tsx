import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastArea } from './toasts.ts';

const ToastContainer = lazy(() => import('./toast-container.tsx'));

/** Where notes appear (spec §2), from the first one on. */
export function ToastArea() {
  const wanted = useSyncExternalStore(toastArea.subscribe, toastArea.wanted, () => false);
  if (!wanted) return null;
  return (
    <Suspense>
      <ToastContainer />
    </Suspense>
  );
}
