import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import type { BodyInput } from '#contract/routes.ts';
import { released } from '#web/api/press.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { say } from '#web/saying/say.ts';
import { telephone } from './whole-address.ts';

/** What every order form asks of whoever buys. */
export const NO_BUYER = {
  name: '',
  company: '',
  phone: '',
  purchaseOrder: '',
  buyerReference: '',
  vatId: '',
  note: '',
};
export type Buyer = typeof NO_BUYER;

type BuyerField = keyof Buyer;
interface Rules {
  validate?: (value: string) => true | string;
  onBlur?: (event: { target: { value: unknown } }) => void;
}
type Errors = Partial<Record<BuyerField, Pick<FieldError, 'message'>>>;

/**
 * Says these fields to a form, in the order in which they stand there.
 * @param onVatId is told the VAT number when its field is left, as the tax may depend on it
 */
export function registerBuyer(
  register: (field: BuyerField, rules?: Rules) => UseFormRegisterReturn,
  onVatId: (vatId: string) => void,
) {
  return {
    company: register('company'),
    name: register('name', { validate: required(say('Name')) }),
    phone: register('phone', { validate: telephone() }),
    purchaseOrder: register('purchaseOrder'),
    buyerReference: register('buyerReference'),
    vatId: register('vatId', {
      onBlur: ({ target }) => void released().then(() => onVatId(String(target.value).trim())),
    }),
    note: register('note'),
  };
}

interface Props {
  fields: ReturnType<typeof registerBuyer>;
  errors: Errors;
}

/** Who buys, and the number under which they file it. */
export function WhoBuys({ fields, errors, whose }: Props & { whose: string }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-2">
      <TextField label={say('Company')} autoComplete="organization" error={errors.company} {...fields.company} />
      <TextField label={say('Name')} autoComplete="name" required error={errors.name} {...fields.name} />
      <TextField label={say('Phone')} type="tel" autoComplete="tel" required error={errors.phone} {...fields.phone} />
      <TextField
        label={say('{whose} order number (PO)', { whose })}
        error={errors.purchaseOrder}
        {...fields.purchaseOrder}
      />
      <TextField
        label={say('{whose} reference for the invoice', { whose })}
        hint={say('Such as a department or, for a public authority, its Leitweg-ID.')}
        error={errors.buyerReference}
        {...fields.buyerReference}
      />
    </div>
  );
}

/**
 * What the tax depends on, and what else there is to say.
 * @param vatProblem what the shop said of the number when it was priced
 * @param vatHint what the register says of it
 */
export function VatAndNote({
  fields,
  errors,
  vatProblem,
  vatHint,
  company,
}: Props & {
  vatProblem: string | null;
  vatHint?: string | undefined;
  /** Whose number counts where none is typed. */
  company?: { name: string; vatId: string } | null | undefined;
}) {
  const own = company && company.vatId !== '' ? company : null;
  return (
    <div className="grid gap-x-6 sm:grid-cols-2">
      <TextField
        label={say('VAT number')}
        error={vatProblem === null ? errors.vatId : { message: vatProblem }}
        hint={
          vatHint ??
          (own ? say('{vatId} of {name}, unless you enter another.', { vatId: own.vatId, name: own.name }) : undefined)
        }
        {...fields.vatId}
      />
      <TextField label={say('Note')} error={errors.note} {...fields.note} />
    </div>
  );
}

/** What `POST /order` takes of it. */
export function buyerOfOrder({ vatId, name, company, phone, purchaseOrder, buyerReference, note }: Buyer) {
  // Left out, a company's order says the company's own.
  const reference = buyerReference.trim() === '' ? {} : { buyerReference };
  const buyer = { name, company, phone, purchaseOrder, note, ...reference };
  const number = vatId.trim();
  return (number === '' ? buyer : { ...buyer, vatId: number }) satisfies Partial<BodyInput<'addOrder'>>;
}
