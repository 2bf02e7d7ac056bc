import { useState } from 'react';
import type { Return } from '#contract/money/returns.ts';
import { ReturnClosing } from '#contract/money/returns.ts';
import { ApiError } from '#web/api/api-error.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextArea, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { ANSWER_TEMPLATES } from '#web/returns/return-words.ts';
import { moneySign } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  found: Return;
  onClose: () => void;
}

/** The shop agrees: what is to be done with the pieces, by when, and what is kept; a template fills it in. */
export function AgreeDialog({ found, onClose }: Props) {
  const isMissing = found.lines.every(({ kind }) => kind === 'missing');
  const start = isMissing ? { sendBack: false, instructions: '' } : ANSWER_TEMPLATES[0]!;
  const [template, setTemplate] = useState('0');
  const [sendBack, setSendBack] = useState(start.sendBack);
  const [instructions, setInstructions] = useState(start.instructions);
  const [until, setUntil] = useState('');
  const [fee, setFee] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const action = useAction();
  const errorOf = (field: string) => (problems[field] === undefined ? undefined : { message: problems[field] });
  const send = () =>
    action.run(async () => {
      setProblems({});
      const body = {
        agree: true,
        sendBack,
        instructions,
        ...(sendBack && until !== '' ? { until } : {}),
        ...(fee.trim() === '' ? {} : { fee }),
      };
      try {
        await userChange('POST /return/:id/answer', { params: { id: found._id }, body });
      } catch (error) {
        if (error instanceof ApiError)
          setProblems(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])));
        throw error;
      }
      toast.success(`Agreed to ${found.number}. The buyer gets an e-mail.`);
      onClose();
    });
  return (
    <FormDialog
      title={`Agree to ${found.number}`}
      submit="Agree"
      problem={action.problem?.message}
      changed={until !== '' || fee !== '' || instructions !== start.instructions}
      busy={action.busy}
      onSubmit={async () => void (await send())}
      onClose={onClose}
    >
      {/* What is missing cannot be sent back. */}
      {!isMissing && (
        <>
          <SelectField
            label="Template"
            options={ANSWER_TEMPLATES.map(({ title }, index) => [String(index), title] as const)}
            value={template}
            onChange={({ target }) => {
              const chosen = ANSWER_TEMPLATES[Number(target.value)]!;
              setTemplate(target.value);
              setSendBack(chosen.sendBack);
              setInstructions(chosen.instructions);
            }}
          />
          <label className="flex items-center gap-2 py-2">
            <input
              type="checkbox"
              className="checkbox"
              checked={sendBack}
              onChange={({ target }) => setSendBack(target.checked)}
            />
            <span>The pieces are sent back</span>
          </label>
        </>
      )}
      {sendBack && (
        <TextField
          label="By which day (optional)"
          type="date"
          value={until}
          error={errorOf('until')}
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
      <TextArea
        label="What the buyer is to do"
        rows={4}
        maxLength={2_000}
        value={instructions}
        error={errorOf('instructions')}
        onChange={({ target }) => setInstructions(target.value)}
      />
      <NumberField
        label={`Fee with tax (${moneySign()}, optional)`}
        hint="Taken off the money once. A replacement costs nothing."
        value={fee}
        error={errorOf('fee')}
        onChange={({ target }) => setFee(target.value)}
      />
    </FormDialog>
  );
}

/** The shop refuses, and says why. */
export function RefuseDialog({ found, onClose }: Props) {
  return (
    <CallDialog
      title={`Refuse ${found.number}`}
      submit="Refuse"
      tone="danger"
      schema={ReturnClosing}
      start={{ reason: '' }}
      send={async ({ reason }) => {
        const body = { agree: false, reason };
        await userChange('POST /return/:id/answer', { params: { id: found._id }, body });
        return `${found.number} is refused. The buyer gets an e-mail.`;
      }}
      onClose={onClose}
    >
      {(field) => <TextArea label="Reason" rows={3} hint="The buyer reads it." {...field('reason')} />}
    </CallDialog>
  );
}

/** What never came, or went back, is settled by nobody. */
export function CloseReturnDialog({ found, onClose }: Props) {
  return (
    <CallDialog
      title={`Close ${found.number}`}
      submit="Close"
      tone="danger"
      schema={ReturnClosing}
      start={{ reason: '' }}
      send={async (body) => {
        await userChange('POST /return/:id/close', { params: { id: found._id }, body });
        return `${found.number} is closed`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">What is not settled yet will not be. The buyer gets an e-mail with your reason.</p>
          <TextArea label="Reason" rows={3} {...field('reason')} />
        </>
      )}
    </CallDialog>
  );
}
