/** Two jaws of a vice that are also a T; drawn as in pictures/icons.mjs. */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <rect width="64" height="64" rx="10" className="fill-board" />
      <path d="M12 16h40v10H12zM27 30h10v20H27z" className="fill-mark-paper" />
      <path d="M12 30h11v6H12zM41 30h11v6H41z" className="fill-mark" />
    </svg>
  );
}
