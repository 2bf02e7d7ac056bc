import type { ListSummary, NamedList } from '#contract/buying/named-lists.ts';
import type { BodyInput } from '#contract/routes.ts';
import type { StandingOrder } from '#contract/buying/standing-orders.ts';
import { inUnits, type PackedLine } from '#contract/buying/units.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdating } from './outdate.ts';

/** The lists of whoever is signed in, for pages outside the dashboard. @throws ApiError */
export function fetchLists(): Promise<ListSummary[]> {
  return userCall('GET /my-list', {});
}

/** Saves lines as a new list. @throws ApiError */
export function addList(name: string, lines: readonly PackedLine[]): Promise<NamedList> {
  return changed(userCall('POST /my-list', { body: { name, lines: lines.map(inUnits) } }));
}

/** Sets quantities in a list; 0 takes a tool out. @throws ApiError */
export function changeList(id: string, lines: readonly PackedLine[]): Promise<NamedList> {
  return changed(userCall('PATCH /my-list/:id', { params: { id }, body: { lines: lines.map(inUnits) } }));
}

/** @throws ApiError */
export function renameList(id: string, name: string): Promise<NamedList> {
  return changed(userCall('PUT /my-list/:id', { params: { id }, body: { name } }));
}

/** Puts another list into this one; the other is gone then. @throws ApiError */
export function mergeList(id: string, list: string): Promise<NamedList> {
  return changed(userCall('POST /my-list/:id/merge', { params: { id }, body: { list } }));
}

/** Gives a list to a company, whose it is from then on. @throws ApiError LIST_NAME_TAKEN, TOO_MANY_LISTS */
export function giveList(id: string, companyId: string): Promise<NamedList> {
  return changed(userCall('POST /my-list/:id/give', { params: { id }, body: { companyId } }));
}

/** @throws ApiError */
export function removeList(id: string): Promise<unknown> {
  return changed(userCall('DELETE /my-list/:id', { params: { id } }));
}

/** Has the shop order a list again and again. @throws ApiError */
export function setStanding(id: string, body: BodyInput<'setStandingOrder'>): Promise<StandingOrder> {
  return changed(userCall('PUT /my-list/:id/standing', { params: { id }, body }));
}

/** Leaves out the next time, where that is the day that was seen. @throws ApiError */
export function skipStanding(id: string, next: string | undefined): Promise<StandingOrder | null> {
  return changed(userCall('POST /my-list/:id/standing/skip', { params: { id }, body: next ? { next } : {} }));
}

/** @throws ApiError */
export function stopStanding(id: string): Promise<unknown> {
  return changed(userCall('DELETE /my-list/:id/standing', { params: { id } }));
}

/** What is shown of lists follows, whatever came of the change. */
function changed<T>(change: Promise<T>): Promise<T> {
  return outdating(['lists'], change);
}
