import { type FormEvent, useId, useState } from 'react';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Import, TakenColumns } from '#contract/catalogue/imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useAttributes } from '#web/queries/catalogue/attributes.ts';
import type { ColumnAnswers } from '#web/queries/catalogue/imports.ts';
import { attributeKey } from './attribute-key.ts';
import { columnWord, OFFERED } from './column-words.ts';

/** Chosen for a heading whose column is to be an attribute that there is not yet. */
const ANEW = 'new';
const KINDS = { '': 'Decide by the values', choice: 'Words to choose from', number: 'Number', flag: 'Yes or no' };

/** What is said of one heading. */
interface Answer {
  column: string;
  kind: keyof typeof KINDS;
}

/** The headings that nobody knew, or that the shop was taught: each is left out, or taken for a field or an attribute; then the sheet is read again. */
export function ColumnsForm({
  columns,
  made,
  takesAttributes,
  readAgain,
}: {
  columns: Import['columns'];
  /** Attributes that the sheet makes already. */
  made: Import['attributes'];
  takesAttributes: boolean;
  /** Undefined where the page no longer has the file. */
  readAgain: ((said: ColumnAnswers) => Promise<void>) | undefined;
}) {
  const id = useId();
  const { data: attributes = [] } = useAttributes();
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const [remember, setRemember] = useState(true);
  const action = useAction();
  const saidOf = ({ heading, column }: Import['columns'][number]): Answer =>
    answers[heading] ?? {
      column: made.some((each) => each.heading === heading) ? ANEW : (column ?? ''),
      kind: '',
    };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const keys = attributes.map(({ key }) => key);
    const taken = columns.map((each) => {
      const { column, kind } = saidOf(each);
      if (column !== ANEW) return [each.heading, column];
      const key = made.find(({ heading }) => heading === each.heading)?.key ?? attributeKey(each.heading, keys);
      keys.push(key);
      return [each.heading, `attr.${key}${kind === '' ? '' : `:${kind}`}`];
    });
    // The choices are those of the contract.
    if (readAgain) await action.run(() => readAgain({ columns: Object.fromEntries(taken) as TakenColumns, remember }));
  };
  return (
    <form className="mt-6" onSubmit={(event) => void send(event)} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="mb-2 text-lg font-semibold">
        Columns
      </h3>
      <p className="mb-3 max-w-prose">
        Choose what these headings mean, make an attribute of them, or leave their columns out.
      </p>
      <div className="grid gap-3 md:grid-cols-2">
        {columns.map((each, place) => (
          <ColumnField
            key={each.heading}
            id={`${id}-${place}`}
            heading={each.heading}
            said={saidOf(each)}
            attributes={takesAttributes ? attributes : null}
            onSay={(said) => setAnswers({ ...answers, [each.heading]: said })}
          />
        ))}
      </div>
      <label className="mt-3 flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox"
          checked={remember}
          onChange={({ target }) => setRemember(target.checked)}
        />
        Remember this for all sheets, once this one is imported
      </label>
      {readAgain ? (
        <button type="submit" className="btn btn-outline mt-3" disabled={action.busy}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Read the sheet again</span>
        </button>
      ) : (
        <p className="mt-3">To read the sheet with other columns, choose the file again above.</p>
      )}
      <FormProblem message={action.problem?.message} className="mt-3" />
    </form>
  );
}

/** What one heading means, and of a new attribute the kind. @param attributes null where the sheet takes none */
function ColumnField({
  id,
  heading,
  said,
  attributes,
  onSay,
}: {
  id: string;
  heading: string;
  said: Answer;
  attributes: readonly Attribute[] | null;
  onSay: (said: Answer) => void;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium break-words">
        {heading}
      </label>
      <select
        id={id}
        className="select w-full"
        value={said.column}
        onChange={({ target }) => onSay({ ...said, column: target.value })}
      >
        <option value="">Leave out</option>
        {attributes && <option value={ANEW}>New attribute</option>}
        {attributes && attributes.length > 0 && (
          <optgroup label="Attributes">
            {attributes.map(({ key, name }) => (
              <option key={key} value={`attr.${key}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Fields">
          {OFFERED.map((each) => (
            <option key={each} value={each}>
              {columnWord(each)}
            </option>
          ))}
        </optgroup>
      </select>
      {said.column === ANEW && (
        <select
          aria-label={`Kind of ${heading}`}
          className="select mt-2 w-full"
          value={said.kind}
          onChange={({ target }) => onSay({ ...said, kind: target.value as Answer['kind'] })}
        >
          {Object.entries(KINDS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

const SHOWN = { choice: 'words to choose from', number: 'a number', flag: 'yes or no' };

/** The attributes that a sheet makes, each with the kind that its values have. */
export function NewAttributes({ made }: { made: Import['attributes'] }) {
  if (made.length === 0) return null;
  return (
    <div className="mt-3">
      <p>New attributes, made when you import:</p>
      <ul className="mt-1 list-disc pl-5">
        {made.map(({ key, name, kind, unit }) => (
          <li key={key} className="break-words">
            <strong className="font-medium">{name}</strong>
            {`: ${SHOWN[kind]}${unit === null ? '' : ` in ${unit}`}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
