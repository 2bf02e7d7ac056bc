import type { Company } from '#contract/buying/companies.ts';
import { userCallList } from '#web/session/tab-session.ts';
import { usePersonal } from '../use-personal.ts';

/** The companies of the user in the dashboard. */
export function useMyCompanies() {
  return usePersonal(['companies'], 'GET /my-companies', {});
}

export function useCompany(id: string) {
  return usePersonal(['companies', id], 'GET /company/:id', { params: { id } });
}

export function useMembers(id: string) {
  return usePersonal(['companies', id, 'members'], 'GET /company/:id/members', { params: { id } });
}

/** The first companies that fit, for a choice; for staff. @throws ApiError */
export async function findCompanies(q: string): Promise<Company[]> {
  return (await userCallList('GET /companies', { query: { q, limit: '20' } })).rows;
}
