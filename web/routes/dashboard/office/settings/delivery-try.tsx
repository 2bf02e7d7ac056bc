import { typedMoney } from '#web/forms/typed-money.ts';
import { typedGrams } from '#web/forms/typed-measures.ts';
import { useState } from 'react';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { type DeliveryTerms, freightOf, taxOn } from '#contract/buying/pricing.ts';
import type { DeliveryWay, TaxRate } from '#contract/office/settings.ts';
import { type Tax, taxOf } from '#contract/office/tax.ts';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { money, moneySign } from '#web/shell/format.ts';

interface Props {
  /** The company's own, which the try begins with. */
  country: string;
  /** As they are saved. */
  delivery: readonly DeliveryWay[];
  tax: readonly TaxRate[];
}

/** Try an example order by each way, by the same rules that price it for its buyer. */
export function DeliveryTry({ country: own, delivery, tax }: Props) {
  const [goods, setGoods] = useState('250');
  const [weight, setWeight] = useState('20');
  const [country, setCountry] = useState(own);
  const inCents = moneyToCents(typedMoney(goods) ?? Number.NaN);
  const cents = inCents === null ? null : BigInt(inCents);
  const typed = typedGrams(weight);
  const grams = typed === null ? null : BigInt(typed);
  const applied = taxOf({ country: own, tax }, country, null);
  return (
    <section aria-labelledby="delivery-try" className="border-base-300 rounded-box mt-4 border p-4">
      <h3 id="delivery-try" className="mb-2 font-semibold">
        Try an example order
      </h3>
      <p className="muted mb-2 text-sm">Uses the saved settings; save your changes first to try them.</p>
      <div className="grid gap-x-4 sm:grid-cols-3">
        <label className="fieldset">
          <span className="label text-base-content">Goods, {moneySign()}</span>
          <input
            className="input w-full"
            inputMode="decimal"
            value={goods}
            aria-invalid={cents === null}
            onChange={({ target }) => setGoods(target.value)}
          />
        </label>
        <label className="fieldset">
          <span className="label text-base-content">Weight, kg</span>
          <input
            className="input w-full"
            inputMode="decimal"
            value={weight}
            aria-invalid={grams === null}
            onChange={({ target }) => setWeight(target.value)}
          />
        </label>
        <CountrySelect label="Deliver to" value={country} onChange={({ target }) => setCountry(target.value)} />
      </div>
      {cents === null || grams === null ? (
        <p role="alert" className="text-error mt-2">
          Enter the goods as an amount and the weight in kilograms.
        </p>
      ) : (
        <div className="overflow-x-auto">
          <table className="table-xs sm:table-md table mt-2">
            <caption className="sr-only">What each method costs</caption>
            <thead className="whitespace-normal">
              <tr>
                <th scope="col">Method</th>
                <th scope="col" className="text-right">
                  Delivery
                </th>
                <th scope="col" className="text-right">
                  {applied.name ? `${applied.name} ${applied.percent} %` : (applied.reason ?? 'Tax')}
                </th>
                <th scope="col" className="text-right">
                  Total
                </th>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {delivery.map((way) => (
                <Row key={way.id} way={way} country={country} goods={cents} weight={grams} tax={applied} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  way: DeliveryWay;
  country: string;
  goods: bigint;
  weight: bigint;
  tax: Tax;
}

function Row({ way, country, goods, weight, tax: { percent } }: RowProps) {
  const freight = freightOf(termsOf(way), country, { goods, weight });
  if (freight === null) {
    const reaches = way.countries.includes('*') || way.countries.includes(country);
    return (
      <tr>
        <td>{way.name}</td>
        <td colSpan={3} className="muted text-right">
          {reaches ? 'too heavy for its rates' : 'does not go there'}
        </td>
      </tr>
    );
  }
  const net = goods + BigInt(freight);
  const tax = taxOn(net, percent);
  return (
    <tr>
      <td>{way.name}</td>
      <td className="text-right">{freight === 0 ? 'Free' : money(centsToMoney(freight))}</td>
      <td className="text-right">{money(centsToMoney(Number(tax)))}</td>
      <td className="text-right font-semibold">{money(centsToMoney(Number(net + tax)))}</td>
    </tr>
  );
}

function termsOf({ rates, freeFrom, ...way }: DeliveryWay): DeliveryTerms {
  return {
    ...way,
    rates: rates.map(({ upTo, price }) => ({ upTo, cents: moneyToCents(price) ?? 0 })),
    freeFromCents: freeFrom === null ? null : moneyToCents(freeFrom),
  };
}
