import { useMutation } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallAnswer, CallId, CallInput } from '#web/api/call.ts';
import { tabQueryClient } from '#web/api/query-client.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdate, type Subject } from './outdate.ts';

const TOOLS: Subject[] = ['tools', 'tool', 'categories', 'audit', 'readiness'];
const QUOTES: Subject[] = ['quotes', 'quote'];
const RETURNS: Subject[] = ['returns', 'return'];

/**
 * The changes that are made from the dashboard, each with what it outdates. What moves money or goods outdates everything
 * that the user is shown there.
 */
const OUTDATES = {
  'POST /my-api-key': ['buyer-keys'],
  'DELETE /my-api-key/:id': ['buyer-keys'],
  'POST /api-key': ['api-keys'],
  'DELETE /api-key/:id': ['api-keys'],
  'POST /webhook': ['webhooks'],
  'PUT /webhook/:id': ['webhooks'],
  'DELETE /webhook/:id': ['webhooks'],
  'POST /webhook/:id/secret': ['webhooks'],
  'POST /webhook/:id/test': ['webhooks'],
  'POST /webhook/:id/delivery/:delivery/again': ['webhooks'],
  'POST /punchout': ['punchouts', 'audit'],
  'PUT /punchout/:id': ['punchouts', 'audit'],
  'DELETE /punchout/:id': ['punchouts', 'audit'],
  'POST /punchout/:id/secret': ['punchouts', 'audit'],
  'POST /punchout/:id/try': [],
  'POST /punchout/:id/document/:document/again': [],
  'PUT /user/admin/:email': ['users'],
  'PUT /user/role/:email': ['users', 'customer'],
  'PUT /user/disabled/:email': ['users', 'customer'],
  'DELETE /user/:id': ['users'],
  'POST /invitation': ['users'],
  'DELETE /invitation/:email': ['users'],
  'POST /audit/:id/put-back': ['settings', 'shop', ...TOOLS],
  'PUT /page/:slug': ['pages', 'shop', 'audit', 'readiness'],
  'DELETE /page/:slug': ['pages', 'shop', 'audit', 'readiness'],
  'POST /backup': ['backups', 'readiness'],
  'POST /end-demo': 'everything',
  'PUT /review/:id': ['reviews', 'all-reviews', 'audit'],
  'DELETE /review/:id': ['reviews', 'all-reviews', 'audit'],
  'PUT /customer/:id/note': ['customer'],
  'POST /company': ['companies'],
  'PUT /company/:id': ['companies'],
  'PUT /company/:id/standing': ['companies'],
  'PUT /company/:id/note': ['companies'],
  'PUT /company/:id/member/:userId': ['companies'],
  'DELETE /company/:id/member/:userId': ['companies'],
  'POST /company/:id/invitation': ['companies'],
  'DELETE /company/:id/invitation/:invitationId': ['companies'],
  'POST /company/:id/part-numbers': ['companies'],
  'DELETE /company/:id/part-number/:toolId': ['companies'],
  'POST /tool': TOOLS,
  'PUT /tool/:id': TOOLS,
  'DELETE /tool/:id': TOOLS,
  'PUT /category': TOOLS,
  'DELETE /tool/:id/document/:document': ['tools', 'tool'],
  'POST /tool/:id/stock': ['tools', 'tool', 'audit'],
  'POST /tool/:id/incoming': 'everything',
  'PUT /incoming/:id': 'everything',
  'POST /incoming/:id/cancel': 'everything',
  'POST /incoming/:id/receive': 'everything',
  'POST /stock-count': ['tools', 'tool', 'audit'],
  'PUT /tool/:id/bin': ['bin', 'audit'],
  'PUT /tool/:id/cost': ['cost', 'quote', 'audit'],
  'POST /price-list': ['price-lists'],
  'PUT /price-list/:id': ['price-lists'],
  'DELETE /price-list/:id': ['price-lists'],
  'PUT /price-list/:id/item/:toolId': ['price-lists'],
  'DELETE /price-list/:id/item/:toolId': ['price-lists'],
  'DELETE /taught-heading/:heading': ['taught-headings'],
  'POST /quote': QUOTES,
  'POST /quote/:id/version': QUOTES,
  'POST /quote/:id/withdraw': QUOTES,
  'POST /quote/:id/decline': QUOTES,
  'POST /quote/:id/take-back': QUOTES,
  'POST /quote/:id/message': QUOTES,
  'POST /quote/:id/accept': ['orders', 'all-orders', 'tools', 'tool', ...QUOTES],
  'POST /return': RETURNS,
  'POST /return/:id/message': RETURNS,
  'POST /return/:id/withdraw': RETURNS,
  'POST /return/:id/answer': [...RETURNS, 'audit'],
  'POST /return/:id/arrival': 'everything',
  'POST /return/:id/settle': 'everything',
  'POST /return/:id/close': [...RETURNS, 'audit'],
  'DELETE /order/:id': ['orders', 'order', 'approvals', 'tools', 'tool'],
  'POST /order/:id/cancel': ['orders', 'all-orders', 'tools', 'tool'],
  'PUT /order/:id/details': 'everything',
  'POST /order/:id/payment': 'everything',
  'POST /order/:id/payment/give-back': 'everything',
  'POST /order/:id/close': 'everything',
  'POST /order/:id/payment/undo': 'everything',
  'POST /order/:id/refund': 'everything',
  'POST /order/:id/refund-request': 'everything',
  'POST /order/:id/refund-request/refuse': 'everything',
  'POST /order/:id/shipment': 'everything',
  'POST /company/:id/payment': 'everything',
  'POST /company/:id/payment/:entryId/reverse': 'everything',
  'POST /company/:id/credit': 'everything',
  'POST /company/:id/payout': 'everything',
  'POST /company/:id/write-off': 'everything',
  'POST /company/:id/reminders': 'everything',
  'POST /invoice/:number/hold': 'everything',
  'POST /import/:id/commit': 'everything',
  'POST /bank-import/:id/payment': 'everything',
  'PUT /bank-import/:id/line/:n': 'everything',
} satisfies { [C in CallId]?: Subject[] | 'everything' };

type Change = keyof typeof OUTDATES;

/** Makes a change as the signed-in user: what it outdates follows before it is over, whatever came of it. @throws ApiError as `userCall` does */
export async function userChange<C extends Change>(id: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  const outdated: Subject[] | 'everything' = OUTDATES[id];
  try {
    return await userCall(id, input);
  } finally {
    await (outdated === 'everything'
      ? tabQueryClient().invalidateQueries({ queryKey: [PERSONAL] })
      : outdate(...outdated));
  }
}

/** The same for a button or form that shows whether it is on its way, and what went wrong. */
export function useChange<C extends Change>(id: C) {
  return useMutation({ mutationFn: (input: CallInput<C>) => userChange(id, input) });
}
