import { lazy, Suspense, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Priced } from '#contract/buying/basket.ts';
import { inCountry } from '#contract/in-country.ts';
import type { Profile } from '#contract/office/users.ts';
import { type registerBuyer, VatAndNote, WhoBuys } from '#web/addresses/buyer-fields.tsx';
import { telephone, wholeAddress } from '#web/addresses/whole-address.ts';
import { useSource } from '#web/api/use-source.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import type { CompanyChoices } from '#web/companies/company-choices.ts';
import { CostCentreField } from '#web/companies/for-members.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { shopFront } from '#web/queries/office/shop-front.ts';
import type { SessionUser } from '#web/session/user.ts';
import { say } from '#web/saying/say.ts';
import type { Purchase } from './purchase-values.ts';
import { inOneText, type PurchaseAddresses as Addresses } from './use-purchase-addresses.ts';

/** What is chosen from the address book beside what the form itself says. */
const PurchaseAddresses = lazy(() => import('./purchase-addresses.tsx'));

interface Props {
  user: SessionUser;
  profile: Profile | undefined;
  form: UseFormReturn<Purchase>;
  fields: ReturnType<typeof registerBuyer>;
  addresses: Addresses;
  choices: CompanyChoices;
  destination: Destination;
  goTo: (change: Destination) => void;
  priced: Priced | null;
  /** What the shop said of the VAT number when the order was priced. */
  vatProblem: string | null;
}

/** Who buys, where it goes and whom the invoice is to. */
export function Recipient(props: Props) {
  const { user, profile, form, fields, addresses, choices, destination, goTo, priced, vatProblem } = props;
  const { delivery } = addresses;
  /** It is whole by its parts, whatever its one text looks like. */
  const isBooked = (typed: string) => delivery !== null && typed === inOneText(delivery);
  const { company } = choices;
  const front = useSource(shopFront);
  const ownCountry = front?.company.country ?? '';
  const country = destination.country ?? ownCountry;
  const { errors } = form.formState;
  // On telephones, what the profile knows needs no room; what is wrong with it does.
  const [folding, setFolding] = useState(() => window.matchMedia('(width < 48rem)').matches);
  const known = delivery ? { ...delivery, address: inOneText(delivery) } : profile;
  const isRight = !errors.name && !errors.address && !errors.phone;
  const folded = folding && isRight && known !== undefined && isFilled(known, delivery ? null : country);
  return (
    <>
      {folded && (
        <p className="mb-2 flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 break-words">
            {say('Deliver to {join}', {
              join: [known.name, ...inCountry(known.address, country || undefined).split('\n'), known.phone].join(', '),
            })}
          </span>
          <button type="button" className="btn btn-sm min-h-11" onClick={() => setFolding(false)}>
            {say('Change')}
          </button>
        </p>
      )}
      <div hidden={folded} className="mt-4">
        <Suspense fallback={<div className="purchase-choices" />}>
          <PurchaseAddresses
            user={user}
            company={company}
            addresses={addresses}
            begin={{ name: profile?.name || user.displayName, phone: profile?.phone ?? '', country: ownCountry }}
            country={country}
            countries={front?.countries ?? ['*']}
            priced={priced}
            goTo={goTo}
          />
        </Suspense>
        <WhoBuys fields={fields} errors={errors} whose={say('Your')} />
        {company && (
          <Suspense>
            <CostCentreField
              user={user}
              company={company}
              value={choices.costCentre}
              onChange={choices.setCostCentre}
            />
          </Suspense>
        )}
        <TextField label={say('Email')} type="email" readOnly value={user.email} />
        <TextField
          label={say('Address')}
          autoComplete="address-line1"
          required
          {...fieldIn(form, 'address', {
            validate: {
              required: required(say('Address')),
              whole: (typed) => isBooked(typed) || wholeAddress(typed, country),
            },
          })}
        />
        <VatAndNote fields={fields} errors={errors} vatProblem={vatProblem} />
      </div>
    </>
  );
}

/** @param country where the address is; null where it is one of the book */
function isFilled(
  { name, address, phone }: Pick<Purchase, 'name' | 'address' | 'phone'>,
  country: string | null,
): boolean {
  const isWhole = country === null || wholeAddress(address, country) === true;
  return name !== '' && address !== '' && isWhole && telephone()(phone) === true;
}
