import { type FormEvent, useId, useState } from 'react';
import type { BankAnswers, BankImport, BankQuestion } from '#contract/money/bank-imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { areColumnsSaid, WhichColumns } from './which-columns.tsx';

/** What somebody says of a file, and whether it is kept for all with the same headings. */
export interface FileAnswers {
  answers: BankAnswers;
  remember: boolean;
}

interface Props extends Pick<BankImport, 'questions' | 'answers' | 'hasHeadings'> {
  /** Undefined where the page no longer has the file. */
  readAgain: ((said: FileAnswers) => Promise<void>) | undefined;
}

/** What a bank's file leaves open; then it is read again. */
export function QuestionsForm({ questions, answers: before, hasHeadings, readAgain }: Props) {
  const id = useId();
  const [answers, setAnswers] = useState<BankAnswers>(before);
  const [remember, setRemember] = useState(true);
  const action = useAction();
  const change = (part: BankAnswers) => setAnswers((all) => ({ ...all, ...part }));
  const isWhole = questions.every((question) => isAnswered(question, answers));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (readAgain) await action.run(() => readAgain({ answers, remember }));
  };
  return (
    <form className="mb-6 max-w-xl" onSubmit={(event) => void send(event)} aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`} className="mb-2 font-semibold">
        Questions about this file
      </h4>
      <div className="grid gap-4">
        {questions.map((question) => (
          <OneQuestion key={question.ask} question={question} answers={answers} onChange={change} />
        ))}
      </div>
      {hasHeadings && (
        <label className="mt-3 flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={remember}
            onChange={({ target }) => setRemember(target.checked)}
          />
          Remember this for all files with these headings
        </label>
      )}
      {readAgain ? (
        <button type="submit" className="btn btn-outline mt-3" disabled={action.busy || !isWhole}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Read the file again</span>
        </button>
      ) : (
        <p className="mt-3">To answer, choose the file again above.</p>
      )}
      <FormProblem message={action.problem?.message} className="mt-3" />
    </form>
  );
}

function isAnswered({ ask, columns }: BankQuestion, answers: BankAnswers): boolean {
  if (ask === 'first' || ask === 'decimal') return answers[ask] !== undefined;
  if (ask === 'booked') return columns.every(({ words }) => words.every((word) => bookedOf(word, answers) !== ''));
  if (ask === 'columns') return areColumnsSaid(columns, answers.columns);
  const { direction } = answers;
  if (!direction || direction.column === null) return direction !== undefined;
  const chosen = columns.find(({ heading }) => heading === direction.column);
  return chosen?.words.every((word) => wayOf(word, direction) !== '') ?? false;
}

interface QuestionProps {
  question: BankQuestion;
  answers: BankAnswers;
  onChange: (part: BankAnswers) => void;
}

function OneQuestion({ question, answers, onChange }: QuestionProps) {
  const { ask, message, columns } = question;
  const samples = columns.flatMap(({ words }) => words.slice(0, 3)).join(', ');
  if (ask === 'columns') return <WhichColumns question={question} columns={answers.columns} onChange={onChange} />;
  if (ask === 'direction') return <WhichWay question={question} answers={answers} onChange={onChange} />;
  if (ask === 'booked') return <WhatIsBooked question={question} answers={answers} onChange={onChange} />;
  if (ask === 'first')
    return (
      <SelectField
        label={message}
        hint={`Such as ${samples}`}
        options={[
          ['', 'Choose'],
          ['day', 'With the day'],
          ['month', 'With the month'],
        ]}
        value={answers.first ?? ''}
        onChange={({ target: { value } }) => onChange({ first: value === '' ? undefined : (value as 'day' | 'month') })}
      />
    );
  return (
    <SelectField
      label={message}
      hint={`Such as ${samples}`}
      options={[
        ['', 'Choose'],
        [',', 'A comma: 12,50'],
        ['.', 'A point: 12.50'],
      ]}
      value={answers.decimal ?? ''}
      onChange={({ target: { value } }) => onChange({ decimal: value === '' ? undefined : (value as ',' | '.') })}
    />
  );
}

type Direction = NonNullable<BankAnswers['direction']>;
/** Values of the first choice that are no heading: nothing chosen, and no column at all. */
const [NOT_CHOSEN, NO_COLUMN] = ['', '-'];

function wayOf(word: string, direction: Direction): 'in' | 'out' | '' {
  if (direction.in.includes(word)) return 'in';
  return direction.out.includes(word) ? 'out' : '';
}

function WhichWay({ question: { message, columns }, answers: { direction }, onChange }: QuestionProps) {
  const place = columns.findIndex(({ heading }) => heading === direction?.column);
  const chosen = direction?.column === null ? NO_COLUMN : place < 0 ? NOT_CHOSEN : String(place);
  const choose = (value: string) => {
    if (value === NOT_CHOSEN) return onChange({ direction: undefined });
    const column = value === NO_COLUMN ? null : (columns[Number(value)]?.heading ?? null);
    return onChange({ direction: { column, in: [], out: [] } });
  };
  const say = (word: string, way: string) => {
    if (!direction) return;
    const others = (words: string[]) => words.filter((each) => each !== word);
    onChange({
      direction: {
        ...direction,
        in: [...others(direction.in), ...(way === 'in' ? [word] : [])],
        out: [...others(direction.out), ...(way === 'out' ? [word] : [])],
      },
    });
  };
  return (
    <fieldset className="grid gap-2">
      <SelectField
        label={message}
        options={[
          [NOT_CHOSEN, 'Choose'],
          ...columns.map(
            ({ heading, words }, index) =>
              [String(index), `${heading}: ${words.slice(0, 3).map(wordShown).join(', ')}`] as const,
          ),
          [NO_COLUMN, 'None: outgoing amounts have a minus'],
        ]}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      />
      {direction &&
        columns[place]?.words.map((word) => (
          <SelectField
            key={word}
            label={wordShown(word)}
            options={[
              ['', 'Choose'],
              ['in', 'Incoming'],
              ['out', 'Outgoing'],
            ]}
            value={wayOf(word, direction)}
            onChange={({ target }) => say(word, target.value)}
          />
        ))}
    </fieldset>
  );
}

const wordShown = (word: string) => word || '(nothing)';

function bookedOf(word: string, { booked = [], pending = [] }: BankAnswers): 'booked' | 'pending' | '' {
  if (booked.includes(word)) return 'booked';
  return pending.includes(word) ? 'pending' : '';
}

function WhatIsBooked({ question: { message, columns }, answers, onChange }: QuestionProps) {
  const say = (word: string, standing: string) => {
    const others = (words: string[] = []) => words.filter((each) => each !== word);
    onChange({
      booked: [...others(answers.booked), ...(standing === 'booked' ? [word] : [])],
      pending: [...others(answers.pending), ...(standing === 'pending' ? [word] : [])],
    });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1">{message}</legend>
      {[...new Set(columns.flatMap(({ words }) => words))].map((word) => (
        <SelectField
          key={word}
          label={word}
          options={[
            ['', 'Choose'],
            ['booked', 'Booked'],
            ['pending', 'Not booked'],
          ]}
          value={bookedOf(word, answers)}
          onChange={({ target }) => say(word, target.value)}
        />
      ))}
    </fieldset>
  );
}
