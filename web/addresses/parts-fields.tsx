import type { fieldIn } from '#web/forms/field-in.ts';
import { partsIn } from './country-parts.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { say } from '#web/saying/say.ts';

/** The parts of an address but its country, which freight and tax may depend on. */
type PartName = 'street' | 'extra' | 'postalCode' | 'town' | 'region';

interface Rules {
  validate: (value: string) => true | string;
}

/**
 * Says the parts to a form, `field` by field. Where this is called is where they stand among the form's fields: the first of them that is
 * wrong takes the focus.
 */
export function registerParts(field: (part: PartName, rules?: Rules) => ReturnType<typeof fieldIn>, country: string) {
  const { postalCode, needsPostalCode, region, needsRegion } = partsIn(country);
  return {
    street: field('street', { validate: required(say('Street and number')) }),
    extra: field('extra'),
    postalCode: field('postalCode', needsPostalCode ? { validate: required(postalCode) } : undefined),
    town: field('town', { validate: required(say('Town')) }),
    region: field('region', needsRegion ? { validate: required(region) } : undefined),
  };
}

interface Props {
  fields: ReturnType<typeof registerParts>;
  /** Whose autofill of the browser they are. */
  kind: 'shipping' | 'billing';
  country: string;
}

/** Street, town and the rest, as carriers and tax offices want them. */
export function PartsFields({ fields, kind, country }: Props) {
  const { postalCode, needsPostalCode, region, needsRegion } = partsIn(country);
  return (
    <>
      <TextField label={say('Street and number')} required autoComplete={`${kind} address-line1`} {...fields.street} />
      <TextField label={say('Address line 2')} autoComplete={`${kind} address-line2`} {...fields.extra} />
      <div className="grid gap-x-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <TextField
          label={postalCode}
          required={needsPostalCode}
          autoComplete={`${kind} postal-code`}
          {...fields.postalCode}
        />
        <TextField label={say('Town')} required autoComplete={`${kind} address-level2`} {...fields.town} />
      </div>
      <TextField label={region} required={needsRegion} autoComplete={`${kind} address-level1`} {...fields.region} />
    </>
  );
}
