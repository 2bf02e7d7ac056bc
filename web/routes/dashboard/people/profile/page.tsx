import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { UserUpdate } from '#contract/office/users.ts';
import { AddressBook } from '#web/addresses/address-book.tsx';
import { telephone, wholeAddress } from '#web/addresses/whole-address.ts';
import type { CallAnswer } from '#web/api/call.ts';
import { useSource } from '#web/api/use-source.ts';
import { useForm } from '#web/forms/use-form.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { profileOf, updateProfile } from '#web/queries/people/profile.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { LanguageField } from '#web/forms/language-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { toast } from '#web/shell/toasts.ts';
import { AccountSections } from './account-sections.tsx';

export const meta = metaOf({ title: 'My Profile', description: 'Your profile.' });

const Fields = z.object({
  name: UserUpdate.shape.name.unwrap(),
  address: UserUpdate.shape.address.unwrap(),
  phone: UserUpdate.shape.phone.unwrap(),
  language: UserUpdate.shape.language.unwrap().unwrap(),
});

/** Orders begin with it, so what is given is whole; nothing need be. Where it is, they say. */
const WholeFields = Fields.superRefine(({ address, phone }, context) => {
  const rules = { address: wholeAddress(address, ''), phone: telephone({ isOptional: true })(phone) };
  for (const [path, said] of Object.entries(rules))
    if (said !== true) context.addIssue({ code: 'custom', path: [path], message: said });
});

export default function MyProfilePage() {
  const user = useUser();
  const front = useSource(shopFront);
  const source = profileOf(user);
  const profile = useQuery({ queryKey: source.key, queryFn: () => source.fetch() });
  if (profile.data) {
    return (
      <>
        <ProfileForm profile={profile.data} />
        <AddressBook
          user={user}
          title="My Addresses"
          none="None yet. Save works, sites and offices here, and choose from them when you order."
          mayChange
          begin={{
            name: profile.data.name || user.displayName,
            phone: profile.data.phone,
            country: front?.company.country ?? '',
          }}
        />
        <AccountSections />
      </>
    );
  }
  return <NotShown what="your profile" error={profile.error} />;
}

function ProfileForm({
  profile: { name, email, address, phone, language: chosen },
}: {
  profile: CallAnswer<'GET /user/:email/profile'>;
}) {
  const user = useUser();
  const { languages } = useShop();
  const language = chosen !== null && languages.includes(chosen) ? chosen : (languages[0] ?? 'en');
  const form = useForm({ resolver: contractResolver(WholeFields), defaultValues: { name, address, phone, language } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (changed) => {
    try {
      await updateProfile(email, changed);
      form.reset(changed);
      toast.success('Profile updated');
    } catch (error) {
      showIssues(form, error);
    }
  });

  return (
    <section className="max-w-xl">
      <h2 className="mb-4 text-xl font-semibold">Update My Profile</h2>
      <p className="mb-4">
        {name || user.displayName} · {email}
      </p>
      <form noValidate onSubmit={(event) => void (isSubmitting ? event.preventDefault() : submit(event))}>
        <TextField label="Name" autoComplete="name" {...fieldIn(form, 'name')} />
        <TextField label="Email" type="email" readOnly value={email} />
        <TextField label="Address" autoComplete="address-line1" {...fieldIn(form, 'address')} />
        <TextField label="Phone" type="tel" autoComplete="tel" {...fieldIn(form, 'phone')} />
        <LanguageField {...fieldIn(form, 'language')} />
        <FormProblem message={errors.root?.message} />
        {/* Disabled it would lose the focus. */}
        <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
          Update Profile
        </button>
      </form>
    </section>
  );
}
