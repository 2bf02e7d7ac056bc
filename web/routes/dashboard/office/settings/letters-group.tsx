import { useState } from 'react';
import { LETTER_FIELDS, LETTER_KINDS, type LetterKind } from '#contract/office/letter-texts.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { type LetterPreview, previewLetter } from '#web/queries/office/letters.ts';
import { errorAt, SettingsGroup, type SettingsForm, SettingsLines } from './form-parts.tsx';
import { partName } from './part-names.ts';

/** What the owner adds to the letters that customers get, each with a look at it. */
export function LettersGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup
      id="settings-letters"
      lead="Your own words in each e-mail, below what it says anyway. A field in braces, such as {orderNumber}, becomes what it stands for. Open one to write in it and to see it with the facts of an order."
    >
      <div className="max-w-2xl">
        <SettingsLines
          form={form}
          name="letters.signature"
          rows={3}
          label={partName('letters.signature')}
          hint="At the end of every e-mail."
        />
        <SettingsLines
          form={form}
          name="letters.footer"
          rows={3}
          label={partName('letters.footer')}
          hint="Below the signature, such as managing director and register."
        />
        {LETTER_KINDS.map((kind) => (
          <KindFields key={kind} form={form} kind={kind} />
        ))}
      </div>
    </SettingsGroup>
  );
}

/** The text of one kind of letter; open where something is written or wrong. */
function KindFields({ form, kind }: { form: SettingsForm; kind: LetterKind }) {
  const name = `letters.${kind}` as const;
  const action = useAction();
  const [shown, setShown] = useState<LetterPreview | null>(null);
  const look = () =>
    void action.run(async () => {
      const { signature, footer, [kind]: text } = form.getValues('letters');
      setShown(await previewLetter({ kind, text, signature, footer }));
    });
  const fields = LETTER_FIELDS[kind].map((field) => `{${field}}`).join(', ');
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || form.getValues(name) !== '' || errorAt(form, name) !== undefined;
  return (
    <details
      className="border-base-300 border-t py-3"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="cursor-pointer font-medium">{partName(name)}</summary>
      {/* A closed one is not there: its label would be hidden, and its field said to have none. */}
      {isOpen && (
        <div className="mt-2">
          <SettingsLines
            form={form}
            name={name}
            rows={4}
            label={`Text: ${partName(name)}`}
            hint={`Fields: ${fields}`}
          />
          <button type="button" className="btn btn-sm btn-outline" disabled={action.busy} onClick={look}>
            {`Preview: ${partName(name)}`}
          </button>
          <FormProblem message={action.problem?.message} className="mt-2" />
          {shown && (
            <figure className="mt-3">
              <figcaption className="muted mb-2 text-sm">
                {shown.of === null
                  ? 'With made-up facts, since there is no order yet'
                  : `With the facts of order ${shown.of}`}
                {`. Subject: ${shown.subject}`}
              </figcaption>
              <iframe
                title={`The e-mail: ${partName(name)}`}
                sandbox=""
                srcDoc={shown.html}
                className="border-base-300 rounded-box h-120 w-full border bg-white"
              />
            </figure>
          )}
        </div>
      )}
    </details>
  );
}
