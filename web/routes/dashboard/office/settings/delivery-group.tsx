import { useFieldArray, useWatch } from 'react-hook-form';
import { MAX_DELIVERY_WAYS, MAX_RATES } from '#contract/office/settings.ts';
import { moneySign } from '#web/shell/format.ts';
import { CountriesField } from './countries-field.tsx';
import {
  errorAt,
  ListProblem,
  RemoveRow,
  SettingsGroup,
  type SettingsForm,
  SettingsNumber,
  SettingsText,
} from './form-parts.tsx';
import { EMPTY_WAY } from './settings-values.ts';

/** How goods leave, where to, how long it takes, and what it costs by weight. */
export function DeliveryGroup({ form }: { form: SettingsForm }) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'delivery', keyName: 'key' });
  return (
    <SettingsGroup
      id="settings-delivery"
      lead="Buyers choose from the methods that cover their country and the weight of their order; the first is preselected. Existing orders keep their method."
    >
      {fields.length === 0 && (
        <p className="alert alert-warning">Nobody can order without a delivery method. Add one.</p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {fields.map(({ key }, index) => (
          <li key={key}>
            <Way
              form={form}
              index={index}
              isLast={index === fields.length - 1}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <ListProblem error={errorAt(form, 'delivery')} />
      <button
        type="button"
        className="btn btn-sm mt-4"
        disabled={fields.length >= MAX_DELIVERY_WAYS}
        onClick={() => append(structuredClone(EMPTY_WAY))}
      >
        Add a delivery method
      </button>
    </SettingsGroup>
  );
}

interface WayProps {
  form: SettingsForm;
  index: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function Way({ form, index, isLast, onMove, onRemove }: WayProps) {
  const name = useWatch({ control: form.control, name: `delivery.${index}.name` });
  const title = name?.trim() || `Method ${index + 1}`;
  return (
    <fieldset className="border-base-300 rounded-box border p-4">
      <legend className="px-1 font-medium">{title}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <SettingsText form={form} name={`delivery.${index}.name`} label="Name" placeholder="Standard delivery" />
        <SettingsNumber form={form} name={`delivery.${index}.days.0`} label="Days, from" inputMode="numeric" />
        <SettingsNumber form={form} name={`delivery.${index}.days.1`} label="Days, to" inputMode="numeric" />
        <SettingsNumber
          form={form}
          name={`delivery.${index}.freeFrom`}
          label={`Free from, ${moneySign()} of goods`}
          placeholder="never"
        />
      </div>
      <CountriesField form={form} index={index} />
      <SettingsText
        form={form}
        name={`delivery.${index}.duties`}
        label="Customs duties (optional), said for deliveries abroad"
        placeholder="Import duties and taxes are paid by whoever receives it."
      />
      <Rates form={form} index={index} title={title} />
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-sm"
          disabled={index === 0}
          aria-label={`Move ${title} up`}
          onClick={() => onMove(index - 1)}
        >
          Up
        </button>
        <button
          type="button"
          className="btn btn-sm"
          disabled={isLast}
          aria-label={`Move ${title} down`}
          onClick={() => onMove(index + 1)}
        >
          Down
        </button>
        <button
          type="button"
          className="btn btn-sm btn-outline btn-error ml-auto"
          aria-label={`Remove ${title}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </fieldset>
  );
}

function Rates({ form, index, title }: { form: SettingsForm; index: number; title: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `delivery.${index}.rates` });
  return (
    <fieldset className="mt-3">
      <legend className="label text-base-content text-sm">
        Price by weight. Leave the weight empty for any weight.
      </legend>
      {fields.map(({ id }, row) => (
        <div key={id} className="grid max-w-lg grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-x-3">
          <SettingsNumber
            form={form}
            name={`delivery.${index}.rates.${row}.upTo`}
            label={`Up to kg, rate ${row + 1}`}
            placeholder="any weight"
          />
          <SettingsNumber
            form={form}
            name={`delivery.${index}.rates.${row}.price`}
            label={`Costs ${moneySign()}, rate ${row + 1}`}
          />
          <RemoveRow label={`Remove rate ${row + 1} of ${title}`} className="mt-8" onClick={() => remove(row)} />
        </div>
      ))}
      <ListProblem error={errorAt(form, `delivery.${index}.rates`)} />
      <button
        type="button"
        className="btn btn-sm mt-1"
        disabled={fields.length >= MAX_RATES}
        onClick={() => append({ upTo: '', price: '' })}
      >
        Add a rate
      </button>
    </fieldset>
  );
}
