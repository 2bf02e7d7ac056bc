import { sentence } from '#contract/sentences.ts';
import type { Company } from '#contract/buying/companies.ts';
import { languageFor } from '#contract/languages.ts';
import { sayIn } from '#server/engine/words/say.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { createLimits, requireWithin } from '#server/engine/http/limits.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { proveVatNumber } from '#server/office/vat-register/vat-proofs.ts';
import type { VatRegister } from '#server/office/vat-register/vat-register.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { requireRoomForStranger } from '#server/people/mail/to-strangers.ts';
import { changesOf } from './company-changes.ts';
import { noteOf, setNote } from './company-note.ts';
import { chooseBuyer, readBuyer } from './buying-for.ts';
import { editCompany, getCompany, listCompanies, myCompanies, openCompany, setStanding } from './companies.ts';
import { activeLetter } from './company-letters.ts';
import { requireMember, requireReader } from './membership.ts';
import { managersOf } from './tell-managers.ts';

const DAY = 86_400;
/** How many companies a customer opens in a day. */
const OPENED_A_DAY = 20;
/** How many numbers are looked up in a day because one person writes them into companies. */
const LOOKED_UP_A_DAY = 50;

export function companyHandlers({
  config,
  database,
  mail,
  settings,
  vatRegister,
}: Parts & { mail: Mail; settings: SettingsStore; vatRegister: VatRegister }) {
  const { db } = database;

  const writeToManagers = async (tx: Tx, { _id, name, language }: Company) => {
    const managers = await managersOf(tx, _id);
    const url = `${config.baseUrl}/dashboard/company/${_id}`;
    const { company: shop, languages } = (await settings.read()).settings;
    const writing = { say: sayIn(languageFor(languages, language)), shop: shop.name };
    await mail.queue(tx, ...managers.map((manager) => activeLetter(writing, manager, name, url)));
  };

  /** Asks the register of a number that it was not asked about yet, after the commit: nothing waits in the database for it. */
  const proved = async (caller: Caller, company: Company): Promise<Company> => {
    const { _id, vatId, vatProof } = company;
    if (vatId === '' || vatProof !== null) return company;
    const limit = {
      what: 'VAT numbers of companies looked up by',
      whom: caller.userId,
      max: LOOKED_UP_A_DAY,
      seconds: DAY,
    };
    if ((await createLimits(database).take(limit)) !== null) return company;
    await proveVatNumber(database, vatRegister, vatId, (await settings.read()).settings.company.vatId);
    return getCompany(db, _id);
  };

  /** Invoices go to such an address from now on, and nobody has asked whose it is. */
  const requireRoomForInvoices = async (
    caller: Caller,
    address: string | undefined,
    clientAddress: string,
    companyId?: string,
  ) => {
    if (!address || address === caller.email || callerMay(caller, 'companies')) return;
    const chooser = { userId: caller.userId, clientAddress, standing: 'invoices' } as const;
    await requireRoomForStranger({ config, database }, companyId === undefined ? chooser : { ...chooser, companyId });
  };

  return {
    openCompany: async ({ caller, body, clientAddress }) => {
      if (config.rateLimits && !callerMay(caller, 'companies')) {
        const limit = { what: 'companies opened by', whom: caller.userId, max: OPENED_A_DAY, seconds: DAY };
        await requireWithin(database, limit, sentence('You have opened too many companies today. Try again tomorrow.'));
      }
      await requireRoomForInvoices(caller, body.invoiceEmail, clientAddress);
      const { companies, languages } = (await settings.read()).settings;
      const begins = { status: companies.opening === 'open' ? 'active' : 'pending', languages } as const;
      return proved(caller, await transaction(database, (tx) => openCompany(tx, caller, body, begins)));
    },

    myBuyer: ({ caller }) => readBuyer(db, caller.userId),
    chooseBuyer: ({ caller, body }) => chooseBuyer(db, caller, body.companyId),
    myCompanies: ({ caller }) => myCompanies(db, caller.userId),

    getCompany: async ({ caller, params: { id } }) => {
      await requireReader(db, caller, id);
      return getCompany(db, id);
    },

    editCompany: async ({ caller, params: { id }, body, clientAddress }) => {
      await requireMember(db, caller, id, 'facts');
      if (body.invoiceEmail !== (await getCompany(db, id)).invoiceEmail)
        await requireRoomForInvoices(caller, body.invoiceEmail, clientAddress, id);
      const company = await transaction(database, (tx) => editCompany(tx, caller, id, body));
      return body.vatId === undefined ? company : proved(caller, company);
    },

    listCompanyChanges: async ({ caller, params: { id } }) => {
      await requireReader(db, caller, id);
      return changesOf(db, id);
    },

    getCompanyNote: ({ params: { id } }) => noteOf(db, id),

    setCompanyNote: ({ caller, params: { id }, body: { note } }) =>
      transaction(database, (tx) => setNote(tx, caller, id, note)),

    listCompanies: ({ query }) => listCompanies(db, query),

    setStanding: ({ caller, params: { id }, body }) =>
      transaction(database, async (tx) => {
        const { company, isActivated } = await setStanding(tx, caller, id, body);
        if (isActivated) await writeToManagers(tx, company);
        return company;
      }),
  } satisfies Partial<Handlers>;
}
