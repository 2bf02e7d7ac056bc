import { SURCHARGE_NAME } from '#contract/buying/small-orders.ts';
import { money } from '#web/shell/format.ts';

/** The surcharge of a small order among the sums of a list of names and values; nothing where there is none. */
export function SurchargeRow({ of, className }: { of: { surcharge: number | null } | null; className?: string }) {
  if (!of?.surcharge) return null;
  return (
    <>
      <dt>{SURCHARGE_NAME}</dt>
      <dd className={className}>{money(of.surcharge)}</dd>
    </>
  );
}
