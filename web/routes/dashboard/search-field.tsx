import { SelectField } from '#web/forms/select-field.tsx';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** How long typing must pause before the list follows, in ms. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** The parameter of the address. */
  name?: string;
  /** Enter was pressed on this text, as a scanner does at its end. */
  onEnter?: (text: string) => void;
}

/** Types into the address, into `q` unless it is named otherwise, which the list beside it reads. */
export function SearchField({ label, name = 'q', onEnter }: SearchFieldProps) {
  const [search, setSearch] = useSearchParams();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const follow = (text: string) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(
      () =>
        setSearch((earlier) => withParameter(earlier, name, text.trim()), { replace: true, preventScrollReset: true }),
      PAUSE_MS,
    );
  };
  return (
    <label className="fieldset w-full max-w-xs">
      <span className="label text-base-content">{label}</span>
      <input
        type="search"
        className="input w-full"
        maxLength={200}
        defaultValue={search.get(name) ?? ''}
        onChange={(event) => follow(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.(event.currentTarget.value.trim());
        }}
      />
    </label>
  );
}

/** A day that stands in the address. */
export function DayField({ label, name }: { label: string; name: string }) {
  const [search, setSearch] = useSearchParams();
  return (
    <label className="fieldset">
      <span className="label text-base-content">{label}</span>
      <input
        type="date"
        className="input"
        defaultValue={dayOf(search, name) ?? ''}
        onChange={({ target: { value } }) =>
          setSearch((earlier) => withParameter(earlier, name, value), { replace: true, preventScrollReset: true })
        }
      />
    </label>
  );
}

/** A day in the address, if it is one. */
export function dayOf(search: URLSearchParams, name: string): string | undefined {
  const day = search.get(name) ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** A choice that stands in the address. */
export function ChoiceField({
  label,
  name,
  options,
}: {
  label: string;
  name: string;
  options: Record<string, string>;
}) {
  const [search, setSearch] = useSearchParams();
  return (
    <SelectField
      label={label}
      options={Object.entries(options)}
      className=""
      value={search.get(name) ?? ''}
      onChange={(event) => {
        const { value } = event.target;
        setSearch((earlier) => withParameter(earlier, name, value), { replace: true, preventScrollReset: true });
      }}
    />
  );
}

/** The value of a choice in the address, if it is one of them. */
export function chosen<T extends string>(
  search: URLSearchParams,
  name: string,
  options: Record<T, unknown>,
): T | undefined {
  const value = search.get(name);
  // hasOwn has just shown that the text is one of the keys.
  return value && Object.hasOwn(options, value) ? (value as T) : undefined;
}

/** The address with a parameter set, or taken out where the value is empty. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(search);
  if (value) changed.set(name, value);
  else changed.delete(name);
  return changed;
}
