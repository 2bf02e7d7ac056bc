import { z } from 'zod';

/** How many tools one customer may wait for at a time. */
export const MAX_STOCK_ALERTS = 100;

/** Whether somebody waits for a letter that says that the tool can be ordered again. */
export const StockAlert = z.object({ waiting: z.boolean() });
export type StockAlert = z.infer<typeof StockAlert>;
