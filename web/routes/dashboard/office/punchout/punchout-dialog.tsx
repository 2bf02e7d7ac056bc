import { useDeferredValue, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { mayInCompany } from '#contract/company-policy.ts';
import {
  PUNCHOUT_DOCUMENTS,
  PUNCHOUT_KINDS,
  type Punchout,
  type PunchoutDocument,
  type PunchoutKind,
  type PunchoutWithSecret,
} from '#contract/buying/punchout.ts';
import { ChoiceBoxes } from '#web/forms/choice-boxes.tsx';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useMembers } from '#web/queries/buying/companies.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonalTop } from '#web/queries/use-personal.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DOCUMENT_WORDS, KIND_WORDS } from './kind-words.ts';
import { readPairs, writtenPairs } from './written-pairs.ts';

interface Props {
  /** The one that is changed; without it a new one is made. */
  connection?: Punchout;
  onMade: (made: PunchoutWithSecret) => void;
  onClose: () => void;
}

interface Values {
  companyId: string;
  kind: PunchoutKind;
  userId: string;
  name: string;
  vendor: string;
  units: string;
  groups: string;
  hosts: string;
  documents: { url: string; secret: string; kinds: PunchoutDocument[] };
}

const KINDS = PUNCHOUT_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const);
const DOCUMENTS = PUNCHOUT_DOCUMENTS.map((value) => ({ value, title: DOCUMENT_WORDS[value] }));
const NO_PAIRS = 'Write one in each line, such as BX=KAR';
const isPairs = (text: string) => readPairs(text) !== null || NO_PAIRS;

const NOTHING: Values = {
  companyId: '',
  kind: 'oci',
  userId: '',
  name: '',
  vendor: '',
  units: '',
  groups: '',
  hosts: '',
  documents: { url: '', secret: '', kinds: [...PUNCHOUT_DOCUMENTS] },
};

function valuesOf(connection: Punchout | undefined): Values {
  if (!connection) return NOTHING;
  const { companyId, kind, userId, name, vendor, units, groups, hosts, documents } = connection;
  return {
    companyId,
    kind,
    userId: userId ?? '',
    name,
    vendor,
    units: writtenPairs(units),
    groups: writtenPairs(groups),
    hosts: hosts.join('\n'),
    documents: documents ? { url: documents.url, secret: '', kinds: documents.kinds } : NOTHING.documents,
  };
}

/** Null where no address is given: then none are sent. */
function documentsOf({ url, secret, kinds }: Values['documents']) {
  if (url.trim() === '') return null;
  return { url: url.trim(), kinds, ...(secret === '' ? {} : { secret }) };
}

/** Which company's system comes in, as whom it buys and by which codes. */
export function PunchoutDialog({ connection, onMade, onClose }: Props) {
  const form = useForm<Values>({
    defaultValues: valuesOf(connection),
  });
  const [companyId, kind] = form.watch(['companyId', 'kind']);
  const submit = sending(form, async ({ units, groups, hosts, documents, ...wanted }) => {
    const body = {
      ...wanted,
      units: readPairs(units) ?? {},
      groups: readPairs(groups) ?? {},
      hosts: hosts.split(/\s+/).filter((host) => host !== ''),
      documents: wanted.kind === 'cxml' ? documentsOf(documents) : null,
    };
    if (connection) {
      await userChange('PUT /punchout/:id', { params: { id: connection._id }, body });
      onClose();
    } else onMade(await userChange('POST /punchout', { body }));
  });
  const userField = fieldIn(form, 'userId', { required: 'Choose who buys' });
  return (
    <FormDialog
      title={connection ? 'Change the connection' : 'Add a connection'}
      submit={connection ? 'Save' : 'Add Connection'}
      size="wide"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      {connection ? (
        <p className="font-medium">{connection.company}</p>
      ) : (
        <CompanyChoice field={fieldIn(form, 'companyId', { required: 'Choose a company' })} />
      )}
      {companyId === '' ? (
        <p className="muted text-sm">Choose a company first, then who of it buys.</p>
      ) : (
        <MemberChoice key={companyId} companyId={companyId} field={userField} />
      )}
      <CodeFields form={form} />
      {kind === 'cxml' && <DocumentFields form={form} known={connection?.documents ?? null} />}
    </FormDialog>
  );
}

/** What it is called, and by which codes the buyer's system knows things. */
function CodeFields({ form }: { form: UseFormReturn<Values> }) {
  return (
    <>
      <TextField
        label="Name"
        hint="To tell it from others, such as SAP"
        {...fieldIn(form, 'name', { required: 'Enter a name' })}
      />
      <SelectField label="Kind" options={KINDS} {...fieldIn(form, 'kind')} />
      <TextField label="Vendor number" hint="The company's own number for the shop" {...fieldIn(form, 'vendor')} />
      <TextArea
        label="Units"
        rows={3}
        hint="Our code and theirs, one in each line: BX=KAR. C62 is a piece."
        {...fieldIn(form, 'units', { validate: isPairs })}
      />
      <TextArea
        label="Groups of materials"
        rows={3}
        hint="A UNSPSC class, its beginning, a category or * for all others, and their group: 2711=TOOLS"
        {...fieldIn(form, 'groups', { validate: isPairs })}
      />
      <TextArea
        label="Hosts"
        rows={2}
        hint="Of their system, one in each line, such as sap.buyer.example. Empty: wherever it calls from."
        {...fieldIn(form, 'hosts')}
      />
    </>
  );
}

/** Where confirmations, ship notices and invoices of its orders go. */
function DocumentFields({ form, known }: { form: UseFormReturn<Values>; known: Punchout['documents'] }) {
  const url = form.watch('documents.url');
  return (
    <>
      <TextField
        label="Address for documents"
        type="url"
        inputMode="url"
        placeholder="https://hub.buyer.example/cxml"
        hint="Where their system takes documents about its orders. Empty: none are sent."
        {...fieldIn(form, 'documents.url')}
      />
      {url.trim() !== '' && (
        <>
          <TextField
            label="Secret for documents"
            type="password"
            autoComplete="off"
            hint={
              known
                ? 'The shared secret by which their system knows the shop. Empty: it stays as it is.'
                : 'The shared secret by which their system knows the shop'
            }
            {...fieldIn(form, 'documents.secret')}
          />
          <ChoiceBoxes
            legend="Documents to send"
            options={DOCUMENTS}
            error={form.formState.errors.documents?.kinds as { message?: string } | undefined}
            field={form.register('documents.kinds', {
              validate: (chosen) => chosen.length > 0 || 'Choose at least one document',
            })}
          />
        </>
      )}
    </>
  );
}

type Field<Name extends 'companyId' | 'userId'> = ReturnType<typeof fieldIn<Values, Name>>;

function CompanyChoice({ field }: { field: Field<'companyId'> }) {
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const { data } = usePersonalTop(['companies', 'choice', q], 'GET /companies', { query: { q, limit: '20' } });
  const found = data?.rows.map(({ _id, name, number }) => [_id, `${name} (${number})`] as const) ?? [];
  return (
    <>
      <TextField label="Find a company" type="search" value={words} onChange={({ target }) => setWords(target.value)} />
      <SelectField label="Company" options={[['', 'Choose a company'], ...found]} {...field} />
    </>
  );
}

function MemberChoice({ companyId, field }: { companyId: string; field: Field<'userId'> }) {
  const { data, error } = useMembers(companyId);
  // A choice takes its value only once that is among its options.
  if (!data) return <p role="status">{error ? error.message : 'Loading the people of the company…'}</p>;
  const members = data.filter(({ role }) => mayInCompany(role, 'order'));
  const options = members.map(({ userId, name, email }) => [userId, `${name}, ${email}`] as const);
  return (
    <SelectField
      label="Buys as"
      hint="A member of the company who may order"
      options={[['', 'Choose who buys'], ...options]}
      {...field}
    />
  );
}
