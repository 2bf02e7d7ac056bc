import type { Company } from '#contract/buying/companies.ts';
import { userCallList } from '#web/session/tab-session.ts';
import { usePersonal } from '../use-personal.ts';

/** The firms of the user in the dashboard. */
export function useMyFirms() {
  return usePersonal(['firms'], 'GET /my-companies', {});
}

export function useFirm(id: string) {
  return usePersonal(['firms', id], 'GET /company/:id', { params: { id } });
}

export function useMembers(id: string) {
  return usePersonal(['firms', id, 'members'], 'GET /company/:id/members', { params: { id } });
}

/** The first firms that fit, for a choice; for staff. @throws ApiError */
export async function findFirms(q: string): Promise<Company[]> {
  return (await userCallList('GET /companies', { query: { q, limit: '20' } })).rows;
}
