import { createHash } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { signatureOf, signedText } from './cookie-session.ts';
import type { OwnCookies } from './cookies.ts';

/** AUTH_SECRET: the first one signs and encrypts, those before it are still believed. */
export type Secrets = Pick<Config, 'authSecret' | 'formerAuthSecrets'>;

/** What better-auth writes before a text that it encrypted with one of several secrets. */
const ENVELOPE = '$ba$';

/** All of them, the one in use first. */
export function allSecrets({ authSecret, formerAuthSecrets }: Secrets): string[] {
  return [authSecret, ...formerAuthSecrets];
}

/**
 * The settings of better-auth for these secrets. With one that was never changed it writes as it always has, so that the
 * version before reads it; else each text names the secret that it was encrypted with.
 */
export async function betterAuthSecrets(secrets: Secrets, database: Database) {
  const all = allSecrets(secrets);
  const [found] = await database.raw<{ named: boolean }>(
    `select exists(select from two_factors where secret like $1)
       or exists(select from accounts where access_token like $1) as named`,
    [`${ENVELOPE}%`],
  );
  if (all.length === 1 && !found?.named) return { secret: secrets.authSecret };
  // What names no secret was encrypted before there were several: with the oldest.
  return { secret: all.at(-1)!, secrets: all.map((value) => ({ version: versionOf(value), value })) };
}

/** The same cookies, with those that a former secret signed signed anew: nobody is signed out by a change of secrets. */
export function signedAnew(cookies: OwnCookies, secrets: Secrets): OwnCookies {
  if (secrets.formerAuthSecrets.length === 0) return cookies;
  return new Map([...cookies].map(([name, given]) => [name, anew(given, secrets)]));
}

/**
 * Encrypts everything that is kept encrypted with the first secret, after which the others can be forgotten.
 * @returns how many texts were encrypted anew. @throws where one of them fits none of the secrets
 */
export async function renewSecrets(database: Database, secrets: Secrets): Promise<number> {
  const key = encryptionKey(secrets);
  const current = `${ENVELOPE}${key.currentVersion}$`;
  let renewed = 0;
  await database.rawTransaction(async ({ query }) => {
    for (const [table, column, which = 'true'] of ENCRYPTED) {
      const rows = await query<{ id: string; text: string }>(
        `select id, "${column}" as text from ${table}
         where "${column}" is not null and "${column}" not like $1 and ${which} for update`,
        [`${current}%`],
      );
      for (const { id, text } of rows) {
        const data = await symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: text }) });
        await query(`update ${table} set "${column}" = $2 where id = $1`, [id, data]);
        renewed++;
      }
    }
  });
  return renewed;
}

function encryptionKey(secrets: Secrets) {
  const all = allSecrets(secrets);
  return {
    keys: new Map(all.map((secret) => [versionOf(secret), secret])),
    currentVersion: versionOf(secrets.authSecret),
    legacySecret: all.at(-1)!,
  };
}

/** Encrypts a text that must be read again, as better-auth does with its own. */
export function seal(secrets: Secrets, text: string): Promise<string> {
  return symmetricEncrypt({ key: encryptionKey(secrets), data: text });
}

/** The text that `seal` encrypted, with whichever of the secrets. @throws where it was with none of them */
export function unseal(secrets: Secrets, sealed: string): Promise<string> {
  return symmetricDecrypt({ key: encryptionKey(secrets), data: sealed });
}

/** What is kept encrypted, by better-auth and by `seal`. */
const ENCRYPTED: readonly [table: string, column: string, which?: string][] = [
  // An older one signs nothing any more.
  ['signing_keys', 'private_key', 'created_at = (select max(created_at) from signing_keys)'],
  ['two_factors', 'secret'],
  ['two_factors', 'backup_codes'],
  ['accounts', 'access_token'],
  ['accounts', 'refresh_token'],
  ['webhooks', 'secret'],
  ['webhooks', 'former_secret'],
  ['kept_answers', 'answer'],
];

/** A number for a secret that stays the same wherever it stands in the list. */
function versionOf(secret: string): number {
  return Number.parseInt(createHash('sha256').update(secret).digest('hex').slice(0, 7), 16);
}

function anew(given: string, { authSecret, formerAuthSecrets }: Secrets): string {
  const text = signedText(given, formerAuthSecrets);
  return text === null ? given : encodeURIComponent(`${text}.${signatureOf(text, authSecret)}`);
}
