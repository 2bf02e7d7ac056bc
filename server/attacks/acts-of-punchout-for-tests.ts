import type { Punchout } from '#contract/buying/punchout.ts';
import type { RouteName } from '#contract/routes.ts';
import type { People } from '#server/buying/approvals/approvals-for-tests.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';

interface PunchoutAct {
  as: Person | null;
  path?: Record<string, string>;
  body?: object;
}

interface PunchoutWorld {
  ada: Person;
  people: Pick<People, 'company' | 'manager'>;
  made: <T>(path: string, body: object, as: Person) => Promise<T>;
}

let counter = 0;

/** The calls about connections of buyers' own systems that make something. */
export function punchoutActs({
  ada,
  people,
  made,
}: PunchoutWorld): Partial<Record<RouteName, () => Promise<PunchoutAct>>> {
  const { company, manager } = people;
  const body = () => ({ companyId: company._id, kind: 'oci', userId: manager.userId, name: `SAP ${++counter}` });
  return {
    makePunchout: async () => ({ as: ada, body: body() }),
    tryPunchout: async () => ({
      as: ada,
      path: { id: (await made<Punchout>('/punchout', body(), ada))._id },
    }),
    renewPunchoutSecret: async () => ({
      as: ada,
      path: { id: (await made<Punchout>('/punchout', body(), ada))._id },
    }),
  };
}
