import { defineRoutes } from '../route.ts';
import { Settings, SettingsEdit, ShopFront } from './settings.ts';

/** What the shop runs by, and what it says of itself. */
export const settingsRoutes = defineRoutes({
  getSettings: {
    call: 'GET /settings',
    access: 'staff:settings',
    summary: 'What the shop runs by',
    answer: Settings,
  },
  changeSettings: {
    call: 'PUT /settings',
    access: 'staff:settings',
    summary: 'Change what the shop runs by: the whole, as GET answers it with some of it changed',
    body: SettingsEdit,
    answer: Settings,
    errors: ['STALE_SETTINGS', 'CURRENCY_IN_USE'],
  },
  shopFront: {
    call: 'GET /shop',
    access: 'public',
    summary: 'What the shop says of itself',
    answer: ShopFront,
    cache: 'public',
  },
});
