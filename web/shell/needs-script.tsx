/** Said where a page can do nothing for a browser that runs no script: the head's first script hides it, before it is painted. */
export function NeedsScript({ to }: { to: string }) {
  return (
    <p className="needs-script alert alert-warning my-4">
      Your browser runs no JavaScript here. It is needed to {to}; everything else in the shop can be read without it.
    </p>
  );
}
