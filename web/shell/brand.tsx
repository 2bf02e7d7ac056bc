import { brandOf, useShop } from './shop-front.ts';

/** The shop's mark and name: the owner's logo where there is one. */
export function Brand({ size, name }: { size: string; name?: string }) {
  const shop = useShop();
  return (
    <>
      {shop.logo === null ? (
        <BrandMark className={`${size} shrink-0`} />
      ) : (
        <img src={shop.logo} alt="" className={`${size} w-auto max-w-32 shrink-0 object-contain`} />
      )}
      <span className={name}>{brandOf(shop)}</span>
    </>
  );
}

/** Two jaws of a vice that are also a T; drawn as in pictures/icons.mjs. */
function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <rect width="64" height="64" rx="10" className="fill-board" />
      <path d="M12 16h40v10H12zM27 30h10v20H27z" className="fill-mark-paper" />
      <path d="M12 30h11v6H12zM41 30h11v6H41z" className="fill-mark" />
    </svg>
  );
}
