import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** For whom somebody buys, as they chose it last; null is themselves. */
export const buyingFor = pgTable('buying_for', {
  userId: text('user_id').primaryKey(),
  companyId: text('company_id'),
  chosenAt: timestamp('chosen_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
