import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Mail } from '#server/people/mail/mail.ts';

/** What it takes to announce and place standing orders. */
export type StandingParts = Parts & { settings: SettingsStore; mail: Mail };
