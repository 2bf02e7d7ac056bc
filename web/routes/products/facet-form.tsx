import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Facet, Facets } from '#contract/catalogue/facets.ts';
import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { measureOf, readWritten } from '#contract/catalogue/units.ts';
import { say } from '#web/saying/say.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { readFilter, withPoint } from '#contract/catalogue/list-filter.ts';
import { addressOf, type AttributeChoice, chosenOf } from './filter.ts';
import { chosenParts } from './chosen-parts.ts';
import { wordsFor } from './facet-words.ts';
import { isTurned } from './turned-range.ts';

interface Props {
  filter: ToolFilter;
  found: Facets;
  onShow: () => void;
}

/** What can be chosen. The address keeps it; without script the button sends it. */
export function FacetForm({ filter, found: { facets, total }, onShow }: Props) {
  const navigate = useNavigate();
  const address = addressOf(filter);
  const others = Object.entries(filter).filter(([name]) => !name.startsWith('attr.') && name !== 'cursor');

  const apply = (form: HTMLFormElement) => {
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') asked.append(name, value);
    for (const { name: from, dataset } of form.querySelectorAll<HTMLInputElement>('input[name^="from."]')) {
      const to = from.replace('from.', 'to.');
      const [low, high] = [from, to].map((name) => withPoint(asked.get(name)?.trim() ?? ''));
      if (low === undefined || high === undefined || !isTurned(low, high, dataset['unit'])) continue;
      asked.set(from, high);
      asked.set(to, low);
    }
    const asks = addressOf(readFilter(asked));
    if (asks !== address) void navigate(asks, { preventScrollReset: true });
  };
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(address);
  const follow = useEffectEvent((now: string) => {
    if (!form.current) return;
    // What was ticked before the script came counts, too.
    if (shown.current === now) apply(form.current);
    // The fields follow the address, and none of them loses the focus.
    else form.current.reset();
    shown.current = now;
  });
  useEffect(() => follow(address), [address]);
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    // A number that is being typed counts once it is left or sent.
    if (target instanceof HTMLInputElement && target.type === 'checkbox') apply(currentTarget);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    for (const input of event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-unit]'))
      input.setCustomValidity(problemOf(input.value, input.dataset['unit'] ?? ''));
    if (!event.currentTarget.reportValidity()) return;
    apply(event.currentTarget);
    onShow();
  };

  return (
    <form
      ref={form}
      action="/products"
      className="facets-sheet"
      aria-label={say('Narrow down')}
      onChange={onChange}
      onSubmit={onSubmit}
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <div className="facets-groups">
        {facets.flatMap((facet) => {
          const chosen = chosenOf(filter, facet.key);
          const values = facet.values.filter(({ value, count }) => count > 0 || chosen.values.includes(value));
          // What is the same of all tells none apart.
          const tellsApart = values.length > 1 || values.some(({ count }) => count < total);
          const isUseful = tellsApart || filter[`attr.${facet.key}`] !== undefined;
          return isUseful ? <Group key={facet.key} facet={{ ...facet, values }} chosen={chosen} /> : [];
        })}
      </div>
      <p className="facets-end">
        <button className="btn btn-primary min-h-11 grow sm:grow-0">
          {say('Show {total, plural, one {# tool} other {# tools}}', { total })}
        </button>
      </p>
    </form>
  );
}

/** What the list is narrowed by: each leads to the list without it. */
export function ChosenLinks({ filter, facets }: { filter: ToolFilter; facets: readonly Facet[] }) {
  return (
    <ul aria-label={say('Chosen')} className="mb-4 flex flex-wrap gap-2">
      {chosenParts(filter, facets).map(({ words, without }) => (
        <li key={words} className="max-w-full">
          <PageLink
            to={addressOf(without)}
            preventScrollReset
            className="btn btn-sm btn-outline h-auto min-h-11 max-w-full font-normal sm:min-h-9"
          >
            <span className="sr-only">{say('Remove')} </span>
            <span className="min-w-0 break-words">{words}</span>
            <span aria-hidden="true">×</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function Group({
  facet: { key, name, kind, unit, values, min, max },
  chosen,
}: {
  facet: Facet;
  chosen: AttributeChoice;
}) {
  return (
    <fieldset className="facet" aria-label={unit === null ? name : say('{name} in {unit}', { name, unit })}>
      <legend className="font-medium">
        {name}
        {unit !== null && <span className="muted">{say(' in {unit}', { unit })}</span>}
      </legend>
      {kind === 'number' && values.length > 2 && (
        <>
          <p className="facet-range">
            <Bound
              name={`from.${key}`}
              label={say('{name} from', { name })}
              value={chosen.from}
              such={min}
              unit={unit}
            />
            <span aria-hidden="true">–</span>
            <Bound name={`to.${key}`} label={say('{name} to', { name })} value={chosen.to} such={max} unit={unit} />
          </p>
          {min !== undefined && max !== undefined && unit !== null && (
            <p className="muted text-xs">
              {say('{wordsFor} to {wordsFor2}', {
                wordsFor: wordsFor(kind, String(min), unit),
                wordsFor2: wordsFor(kind, String(max), unit),
              })}
            </p>
          )}
        </>
      )}
      <ul className="facet-values">
        {values.map(({ value, count }) => (
          <li key={value}>
            <label className="facet-value">
              <input
                type="checkbox"
                name={`attr.${key}`}
                value={value}
                defaultChecked={chosen.values.includes(value)}
                className="checkbox checkbox-sm"
              />
              <span className="min-w-0 grow break-words">{wordsFor(kind, value, unit)}</span>
              <span className="tabular-nums">{count}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface BoundFacts {
  name: string;
  label: string;
  value: string;
  such: number | undefined;
  unit: string | null;
}

/** What is wrong with what was typed as a bound, whose attribute has a unit or none; empty where nothing is. */
function problemOf(typed: string, unit: string): string {
  const text = typed.trim();
  if (text === '') return '';
  const written = readWritten(withPoint(text));
  if (!written) return say('Enter a number such as 13, 12.7 or 1/2');
  if (written.unit === null || measureOf(written.unit).measure === measureOf(unit || null).measure) return '';
  return unit === ''
    ? say('Enter a number without a unit')
    : say('Enter a number in {unit}, or with another unit of its kind', { unit });
}

function Bound({ name, label, value, such, unit }: BoundFacts) {
  return (
    <input
      name={name}
      aria-label={label}
      data-unit={unit ?? ''}
      onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
      maxLength={20}
      defaultValue={value}
      placeholder={such === undefined ? '' : String(such)}
      className="input input-sm w-20 text-right tabular-nums"
    />
  );
}
