import { z } from 'zod';
import { ApiKey, MadeApiKey, NewApiKey } from './api-keys.ts';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';

/** Keys with which other systems call. */
export const apiKeyRoutes = defineRoutes({
  listApiKeys: {
    call: 'GET /api-key',
    access: 'staff:api-keys',
    summary: 'The API keys of other systems, newest first, without the keys themselves',
    answer: z.array(ApiKey),
  },
  makeApiKey: {
    call: 'POST /api-key',
    access: 'staff:api-keys',
    summary: 'Create an API key for another system; only this answer contains the key itself',
    body: NewApiKey,
    answer: MadeApiKey,
    status: 201,
    errors: ['TOO_MANY_KEYS'],
  },
  revokeApiKey: {
    call: 'DELETE /api-key/:id',
    access: 'staff:api-keys',
    summary: 'Revoke a key at once',
    answer: DeletedCount,
    errors: ['API_KEY_NOT_FOUND'],
  },
});
