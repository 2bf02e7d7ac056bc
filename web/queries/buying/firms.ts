import { useQuery } from '@tanstack/react-query';
import type { Company } from '#contract/buying/companies.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCallList } from '#web/session/tab-session.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal, usePersonalList } from '../use-personal.ts';

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

export function useFirmInvitations(id: string) {
  return usePersonal(['firms', id, 'invitations'], 'GET /company/:id/invitations', { params: { id } });
}

export function usePartNumbers(id: string, q: string) {
  return usePersonal(['firms', id, 'part-numbers', q], 'GET /company/:id/part-numbers', {
    params: { id },
    query: { q },
  });
}

/** What staff note of a firm. */
export function useFirmNote(id: string) {
  return usePersonal(['firms', id, 'note'], 'GET /company/:id/note', { params: { id } });
}

/** Which names and VAT numbers a firm had before; for staff. */
export function useFirmChanges(id: string) {
  return usePersonal(['firms', id, 'changes'], 'GET /company/:id/changes', { params: { id } });
}

type FirmSearch = Pick<NonNullable<CallInput<'GET /companies'>['query']>, 'q' | 'status'>;

/** All firms that fit, part by part; for staff. */
export function useAllFirms(search: FirmSearch) {
  return usePersonalList(['firms', 'all', search], 'GET /companies', { query: search });
}

/** The newest firms that buy by a price list, and how many do; for staff. */
export function useFirmsOfList(priceList: string) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'firms', 'of-list', priceList],
    queryFn: () => userCallList('GET /companies', { query: { priceList, limit: '50' } }),
  });
}

/** The first firms that fit, for a choice; for staff. @throws ApiError */
export async function findFirms(q: string): Promise<Company[]> {
  return (await userCallList('GET /companies', { query: { q, limit: '20' } })).rows;
}
