import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { Backup, Backups, Demo, EndDemo, Readiness } from './opening.ts';

/** From the demo to a shop that is open. */
export const openingRoutes = defineRoutes({
  readiness: {
    call: 'GET /readiness',
    access: 'staff:settings',
    summary: 'What still stands in the way of opening',
    answer: z.array(Readiness),
  },
  demo: {
    call: 'GET /demo-data',
    access: 'staff:users',
    summary: 'What there is of the demo',
    answer: Demo,
  },
  endDemo: {
    call: 'POST /end-demo',
    access: 'staff:users',
    summary: 'Remove what is of the demo for good',
    body: EndDemo,
    answer: Demo,
    // Whoever asks may be one of its people, of whom nothing is kept; a second call finds nothing left.
    key: 'none',
    errors: ['NO_DEMO', 'LAST_ADMIN'],
  },
  listBackups: {
    call: 'GET /backups',
    access: 'staff:users',
    summary: 'The backups that there are, newest first',
    answer: Backups,
    errors: ['BACKUP_FAILED'],
  },
  makeBackup: {
    call: 'POST /backup',
    access: 'staff:users',
    summary: 'Make a backup and read it back',
    answer: Backup,
    status: 201,
    errors: ['BACKUP_FAILED'],
  },
});
