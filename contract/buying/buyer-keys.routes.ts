import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { byId, type Route } from '../route.ts';
import { BuyerKey, MadeBuyerKey, NewBuyerKey } from './buyer-keys.ts';

/** Keys with which a buyer's own programs call the shop as them. */
export const buyerKeyRoutes = {
  listBuyerKeys: {
    method: 'GET',
    path: '/my-api-key',
    access: 'signed-in',
    summary: 'The own keys for programs that buy, newest first, without the keys themselves',
    answer: z.array(BuyerKey),
  },
  makeBuyerKey: {
    method: 'POST',
    path: '/my-api-key',
    access: 'signed-in',
    summary: 'Make a key for a program that buys; the answer is the only time that the key itself is said',
    body: NewBuyerKey,
    answer: MadeBuyerKey,
    status: 201,
    errors: ['TOO_MANY_KEYS', 'COMPANY_NOT_FOUND'],
  },
  revokeBuyerKey: {
    method: 'DELETE',
    path: '/my-api-key/:id',
    access: 'signed-in',
    summary: 'End an own key at once',
    params: byId,
    answer: DeletedCount,
    errors: ['API_KEY_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
