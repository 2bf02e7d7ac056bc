import { BrandMark } from '#web/ui/brand-mark.tsx';
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
