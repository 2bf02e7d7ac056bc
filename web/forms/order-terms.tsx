import { useShop } from '#web/shell/shop-front.ts';
import { say } from '#web/saying/say.ts';

/** Said at the last step of an order once the owner has written terms. In a tab of its own, so that nothing typed is left. */
export function OrderTerms() {
  if (!useShop().terms) return null;
  return (
    <p className="muted mt-3 text-sm">
      <span>{say('Our ')}</span>
      <a className="link" href="/pages/terms" target="_blank">
        {say('terms')}
      </a>
      <span>{say(' apply to this order.')}</span>
    </p>
  );
}
