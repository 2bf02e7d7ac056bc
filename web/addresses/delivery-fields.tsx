import { useId } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { money } from '#web/shell/format.ts';
import { useSource } from '#web/api/use-source.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { promiseInWords } from '#web/basket/promise.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  destination: Destination;
  priced: Priced | null;
  onChange: (change: Destination) => void;
}

/** Where it goes and how: what freight and tax depend on. */
export function DeliveryFields({ destination, priced, onChange }: Props) {
  const front = useSource(shopFront) ?? null;
  const id = useId();
  const country = destination.country ?? front?.company.country ?? '';
  return (
    <>
      <CountrySelect
        // What is chosen already stays, also where no way leads there any more.
        among={[...(front?.countries ?? ['*']), country]}
        {...(country === '' ? { none: say('Choose a country') } : {})}
        value={country}
        className="w-full sm:max-w-sm"
        onChange={({ target }) => onChange({ country: target.value })}
      />
      {priced && priced.deliveries.length === 0 && (
        <p role="alert" className="alert alert-warning mt-3">
          {say(
            'We cannot deliver this order there: no delivery method covers the country or the weight. Choose another country, or contact us.',
          )}
        </p>
      )}
      {priced && priced.deliveries.length > 0 && (
        <fieldset className="fieldset mt-2">
          <legend className="label text-base-content">{say('Delivery method')}</legend>
          {priced.deliveries.map(({ id: way, name, price, duties, ...days }) => (
            <label key={way} className="border-base-300 rounded-field flex items-center gap-3 border px-4 py-3">
              <input
                type="radio"
                className="radio radio-sm"
                name={`${id}-delivery`}
                checked={priced.delivery === way}
                onChange={() => onChange({ delivery: way })}
              />
              <span className="grow">
                <span className="block font-medium">{name}</span>
                <span className="muted block text-sm">
                  {say('If paid now, it {words}', { words: promiseInWords(days) ?? '' })}
                </span>
                {duties && <span className="muted block text-sm">{duties}</span>}
              </span>
              <span className="tabular-nums">{price === 0 ? say('Free') : money(price)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
