import { useShop } from '#web/shell/shop-front.ts';

/** Said at the last step of an order once the owner has written terms. In a tab of its own, so that nothing typed is left. */
export function OrderTerms() {
  if (!useShop().terms) return null;
  return (
    <p className="muted mt-3 text-sm">
      <span>Our </span>
      <a className="link" href="/pages/terms" target="_blank">
        terms
      </a>
      <span> apply to this order.</span>
    </p>
  );
}
