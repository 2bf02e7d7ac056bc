import { type FormEvent, Fragment, useEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { facetList } from '#web/queries/catalogue/facets.ts';
import { categoryList, type ToolFilter } from '#web/queries/catalogue/tools.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';
import { readFilter } from '#contract/catalogue/list-filter.ts';
import { addressOf, orderWords, sortedByAttribute, SORTS } from './filter.ts';

/** How long typing must pause before the list follows, in ms. */
const PAUSE_MS = 200;

/** What to show. The address keeps it; without script the button sends it. */
export function FilterForm({ filter }: { filter: ToolFilter }) {
  const categories = useLoaded(categoryList());
  const { facets } = useLoaded(facetList(filter));
  const sortedBy = sortedByAttribute(filter);
  const sortable = facets.filter(({ key, values }) => key === sortedBy || values.filter(isThere).length > 1);
  const navigate = useNavigate();
  const busy = useNavigation().state === 'loading';
  const formRef = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = addressOf(filter);
  const own = ['category', 'minPrice', 'maxPrice', 'sort', 'inStock'].filter((name) => name in filter);
  // On a telephone what is chosen in the facets stands under the same fold.
  const narrowed = own.length + attributesOf(filter).length;
  useEffect(() => {
    if (formRef.current) fill(formRef.current, shown);
  }, [shown]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const apply = (element: HTMLFormElement) => {
    clearTimeout(pause.current);
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(element)) if (typeof value === 'string') asked.set(name, value);
    const address = addressOf(readFilter(asked));
    if (address !== shown) void navigate(address, { replace: true, preventScrollReset: true });
  };
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    clearTimeout(pause.current);
    const typed = target instanceof HTMLInputElement && target.type !== 'checkbox';
    pause.current = setTimeout(() => apply(currentTarget), typed ? PAUSE_MS : 0);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };

  return (
    <search>
      <form
        ref={formRef}
        action="/products"
        className="filters border-base-300 bg-base-200 rounded-box mb-4 flex flex-wrap items-end gap-x-4 gap-y-1 border px-4 py-2"
        aria-busy={busy}
        onChange={onChange}
        onSubmit={onSubmit}
      >
        {attributesOf(filter).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="fieldset min-w-0 grow basis-44 max-sm:basis-full">
          <span className="label text-base-content">{say('Search')}</span>
          <input
            type="search"
            name="q"
            defaultValue={filter.q?.toString()}
            maxLength={200}
            className="input w-full"
            placeholder={say('Name, size or SKU')}
          />
        </label>
        <details className="filters-fold mb-1 grow open:basis-full sm:hidden">
          <summary className="btn btn-outline min-h-11 w-full">
            <span>{narrowed > 0 ? say('Filters ({narrowed})', { narrowed }) : say('Filters')}</span>
          </summary>
        </details>
        <label className="filter-more fieldset">
          <span className="label text-base-content">{say('Category')}</span>
          <select name="category" defaultValue={filter.category?.toString() ?? ''} className="select">
            <option value="">{say('All')}</option>
            {categories.map(({ name, tools }) => (
              <option key={name} value={name}>
                {name} ({tools})
              </option>
            ))}
          </select>
        </label>
        <PriceField label={say('Price from')} name="minPrice" filter={filter} />
        <PriceField label={say('Price to')} name="maxPrice" filter={filter} />
        <label className="filter-more fieldset">
          <span className="label text-base-content">{say('Sort by')}</span>
          <select name="sort" defaultValue={filter.sort?.toString() ?? 'featured'} className="select">
            {Object.entries(SORTS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
            {sortable.map(({ key, name, kind }) => (
              <Fragment key={key}>
                <option value={`attr.${key}`}>{`${name}, ${orderWords(kind)[0]}`}</option>
                <option value={`-attr.${key}`}>{`${name}, ${orderWords(kind)[1]}`}</option>
              </Fragment>
            ))}
          </select>
        </label>
        <label className="filter-more mb-1 flex h-10 items-center gap-2 text-sm">
          <input
            type="checkbox"
            name="inStock"
            value="true"
            defaultChecked={filter.inStock === true}
            className="checkbox"
          />
          {say('Can be ordered now')}
        </label>
        <button className="btn btn-primary mb-1 max-sm:min-h-11 max-sm:grow">{say('Search')}</button>
        {shown !== '/products' && (
          <PageLink to="/products" preventScrollReset className="btn btn-ghost mb-1">
            {say('Show all')}
          </PageLink>
        )}
      </form>
    </search>
  );
}

const isThere = ({ count }: { count: number }) => count > 0;

function PriceField(props: { label: string; name: 'minPrice' | 'maxPrice'; filter: ToolFilter }) {
  return (
    <label className="filter-more fieldset">
      <span className="label text-base-content">{props.label}</span>
      <input
        name={props.name}
        inputMode="decimal"
        defaultValue={props.filter[props.name]?.toString()}
        className="input w-24 text-right tabular-nums"
      />
    </label>
  );
}

/** What the list is narrowed by beside this form. */
function attributesOf(filter: ToolFilter): [string, string][] {
  return Object.entries(filter).flatMap(([name, value]) => (name.startsWith('attr.') ? [[name, String(value)]] : []));
}

/** Going back, or to another selection by a link, fills the fields anew; what is being typed stays. */
function fill(form: HTMLFormElement, address: string): void {
  const { searchParams } = new URL(address, window.location.origin);
  for (const element of form.elements) {
    if (element === document.activeElement || (element instanceof HTMLInputElement && element.type === 'hidden'))
      continue;
    if (element instanceof HTMLSelectElement) {
      element.value = searchParams.get(element.name) ?? element.options[0]?.value ?? '';
    } else if (element instanceof HTMLInputElement) {
      if (element.type === 'checkbox') element.checked = searchParams.has(element.name);
      else element.value = searchParams.get(element.name) ?? '';
    }
  }
}
