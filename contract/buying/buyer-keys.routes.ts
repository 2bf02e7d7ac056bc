import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { BuyerKey, MadeBuyerKey, NewBuyerKey } from './buyer-keys.ts';

/** Keys with which a buyer's own programs call the shop as them. */
export const buyerKeyRoutes = defineRoutes({
  listBuyerKeys: {
    call: 'GET /my-api-key',
    access: 'signed-in',
    summary: "The caller's API keys for buying, newest first, without the keys themselves",
    answer: z.array(BuyerKey),
  },
  makeBuyerKey: {
    call: 'POST /my-api-key',
    access: 'signed-in',
    summary: 'Create an API key for buying; only this answer contains the key itself',
    body: NewBuyerKey,
    answer: MadeBuyerKey,
    status: 201,
    errors: ['TOO_MANY_KEYS', 'COMPANY_NOT_FOUND'],
  },
  revokeBuyerKey: {
    call: 'DELETE /my-api-key/:id',
    access: 'signed-in',
    summary: "Revoke one of the caller's keys at once",
    answer: DeletedCount,
    errors: ['API_KEY_NOT_FOUND'],
  },
});
