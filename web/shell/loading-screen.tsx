import { say } from '#web/saying/say.ts';

/** Shown while it is not yet known who is signed in, or a page is on its way (spec §2). */
export function LoadingScreen() {
  return (
    <div className="flex min-h-screen items-center justify-center" role="status">
      <button type="button" className="btn" disabled>
        <span className="loading loading-spinner" aria-hidden="true" />
        {say('Loading')}
      </button>
    </div>
  );
}
