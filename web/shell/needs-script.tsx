import { say } from '#web/saying/say.ts';

/** Said where a page can do nothing for a browser that runs no script: the head's first script hides it, before it is painted. */
export function NeedsScript({ to }: { to: string }) {
  return (
    <p className="needs-script alert alert-warning my-4">
      {say(
        'JavaScript is off in this browser. You need it to {to}; you can read everything else in the shop without it.',
        {
          to,
        },
      )}
    </p>
  );
}
