import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import {
  NewPunchout,
  Punchout,
  PunchoutEdit,
  PunchoutLogEntry,
  PunchoutLogQuery,
  PunchoutSentAgain,
  PunchoutTry,
  PunchoutWithSecret,
} from './punchout.ts';

/** Connections of buyers whose people order from their own system. */
export const punchoutRoutes = defineRoutes({
  listPunchouts: {
    call: 'GET /punchout',
    access: 'staff:punchout',
    summary: 'The punch-out connections of companies, by company and name, without their secrets',
    answer: z.array(Punchout),
  },
  makePunchout: {
    call: 'POST /punchout',
    access: 'staff:punchout',
    summary: 'Add a punch-out connection of a company; only this answer contains its secret',
    body: NewPunchout,
    answer: PunchoutWithSecret,
    status: 201,
    errors: ['TOO_MANY_PUNCHOUTS', 'COMPANY_NOT_FOUND', 'MEMBER_NOT_FOUND'],
  },
  changePunchout: {
    call: 'PUT /punchout/:id',
    access: 'staff:punchout',
    summary: 'Change a punch-out connection',
    body: PunchoutEdit,
    answer: Punchout,
    errors: ['PUNCHOUT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'MEMBER_NOT_FOUND'],
  },
  removePunchout: {
    call: 'DELETE /punchout/:id',
    access: 'staff:punchout',
    summary: 'Remove a punch-out connection and end its visits at once',
    answer: DeletedCount,
    errors: ['PUNCHOUT_NOT_FOUND'],
  },
  renewPunchoutSecret: {
    call: 'POST /punchout/:id/secret',
    access: 'staff:punchout',
    summary: 'Create a new secret for a punch-out connection; the one before ends at once',
    answer: PunchoutWithSecret,
    status: 201,
    errors: ['PUNCHOUT_NOT_FOUND'],
  },
  tryPunchout: {
    call: 'POST /punchout/:id/try',
    access: 'staff:punchout',
    summary: "Begin a visit as the buyer's system would, whose basket comes back as a table of fields",
    answer: PunchoutTry,
    status: 201,
    errors: ['PUNCHOUT_NOT_FOUND'],
  },
  listPunchoutLog: {
    call: 'GET /punchout/:id/log',
    access: 'staff:punchout',
    summary: "What a buyer's system asked and how it was answered, newest first: the last 100, of 90 days",
    query: PunchoutLogQuery,
    answer: z.array(PunchoutLogEntry),
    list: true,
    errors: ['PUNCHOUT_NOT_FOUND'],
  },
  sendDocumentAgain: {
    call: 'POST /punchout/:id/document/:document/again',
    access: 'staff:punchout',
    summary: 'Send a document about an order again, whatever became of it before',
    // It keeps its payloadID: sent twice it is the same document.
    key: 'none',
    answer: PunchoutSentAgain,
    errors: ['DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
});
