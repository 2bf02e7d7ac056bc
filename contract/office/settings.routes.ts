import { defineRoutes } from '../route.ts';
import { InLanguage } from '../translations.ts';
import { Settings, SettingsEdit, ShopFront } from './settings.ts';

/** What the shop runs by, and what it says of itself. */
export const settingsRoutes = defineRoutes({
  getSettings: {
    call: 'GET /settings',
    access: 'staff:settings|books',
    summary: 'The settings of the shop',
    answer: Settings,
  },
  changeSettings: {
    call: 'PUT /settings',
    access: 'staff:settings|books',
    summary:
      'Change the settings of the shop: send all of them, as GET answers them, with your changes; of books for a bookkeeper',
    body: SettingsEdit,
    answer: Settings,
    errors: ['STALE_SETTINGS', 'CURRENCY_IN_USE'],
  },
  shopFront: {
    call: 'GET /shop',
    access: 'public',
    summary: 'What the shop tells the public about itself',
    query: InLanguage,
    answer: ShopFront,
    cache: 'public',
  },
});
