import { sentence } from '#contract/sentences.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { sayIn } from '#server/engine/words/say.ts';
import { requireWithin } from '#server/engine/http/limits.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { requireRoomForStranger } from '#server/people/mail/to-strangers.ts';
import { getCompany } from './companies.ts';
import { acceptInvitation, inviteMember, listCompanyInvitations, withdrawInvitation } from './company-invitations.ts';
import { joinLetter, welcomeLetter } from './company-letters.ts';
import { addCustomer } from './customers.ts';
import { languageOf } from './languages.ts';
import { changeMember, listMembers, removeMember } from './members.ts';
import { requireMember, requireReader } from './membership.ts';
import { tellManagersOfMember } from './tell-managers.ts';

const DAY = 86_400;
/** How often one address is asked into companies in a day, whoever asks. */
const ASKED_A_DAY = 10;

interface PeopleParts extends Parts {
  mail: Mail;
  settings: SettingsStore;
  /** What is to end in the same transaction where somebody of a company may do less than before. */
  endLostLinks: (tx: Tx, companyId: string) => Promise<void>;
}

export function companyPeopleHandlers({ config, database, mail, settings, endLostLinks }: PeopleParts) {
  const { db } = database;

  return {
    listMembers: async ({ caller, params: { id } }) => {
      await requireReader(db, caller, id);
      return listMembers(db, id);
    },

    changeMember: ({ caller, params: { id, userId }, body }) =>
      transaction(database, async (tx) => {
        const member = await changeMember(tx, caller, id, userId, body);
        await endLostLinks(tx, id);
        return member;
      }),

    removeMember: ({ caller, params: { id, userId } }) =>
      transaction(database, async (tx) => {
        await removeMember(tx, caller, id, userId);
        await endLostLinks(tx, id);
        return { deletedCount: 1 };
      }),

    inviteMember: async ({ caller, params: { id }, body, clientAddress }) => {
      await requireMember(db, caller, id, 'members');
      if (config.rateLimits) {
        const limit = { what: 'invitation into a company to', whom: body.email, max: ASKED_A_DAY, seconds: DAY };
        await requireWithin(
          database,
          limit,
          sentence('Too many e-mails were sent to {email} today. Try again tomorrow.', { email: body.email }),
        );
      }
      const { status } = await getCompany(db, id);
      await requireRoomForStranger(
        { config, database },
        {
          userId: caller.userId,
          companyId: id,
          clientAddress,
          standing: status === 'pending' ? 'pending' : 'known',
        },
      );
      const { name: shop } = (await settings.read()).settings.company;
      return transaction(database, async (tx) => {
        const { invitation, token, company } = await inviteMember(tx, caller, id, body);
        const { email, role, language } = invitation;
        const url = `${config.baseUrl}/join?token=${token}`;
        await mail.queue(
          tx,
          joinLetter({ say: sayIn(language), shop }, { email, company, role, by: caller.name }, url),
        );
        return invitation;
      });
    },

    listCompanyInvitations: async ({ caller, params: { id } }) => {
      await requireMember(db, caller, id, 'members');
      return listCompanyInvitations(db, id);
    },

    withdrawCompanyInvitation: ({ caller, params: { id, invitationId } }) =>
      transaction(database, async (tx) => {
        await withdrawInvitation(tx, caller, id, invitationId);
        return { deletedCount: 1 };
      }),

    acceptCompanyInvitation: ({ caller, body }) =>
      transaction(database, async (tx) => {
        const { companyId, role, isNew, by } = await acceptInvitation(tx, caller, body.token);
        if (isNew) await tellManagersOfMember(tx, { config, mail }, { companyId, userId: caller.userId, role, by });
        return { companyId, role };
      }),

    addCustomer: async ({ caller, body, clientAddress }) => {
      await requireRoomForStranger({ config, database }, { userId: caller.userId, clientAddress, standing: 'staff' });
      const { company: shop, languages } = (await settings.read()).settings;
      return transaction(database, async (tx) => {
        const customer = await addCustomer(tx, caller, body);
        const { _id, email, name } = customer;
        const { companyId, role = 'buyer' } = body;
        const say = sayIn(await languageOf(tx, { companyId: companyId ?? null }, languages));
        const written = welcomeLetter(
          { say, shop: shop.name },
          { id: _id, email },
          name,
          `${config.baseUrl}/magic-link`,
        );
        await mail.queue(tx, written);
        if (companyId !== undefined)
          await tellManagersOfMember(tx, { config, mail }, { companyId, userId: _id, role, by: null });
        return customer;
      });
    },
  } satisfies Partial<Handlers>;
}
