import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { documentFiles } from './document-files.sql.ts';

/** A file as the store has it; `size` in bytes. */
export interface SentFile {
  file: string;
  size: number;
}

/** A file's own name as it is looked for: case and how letters are composed say nothing. */
export function plainFileName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Notes under which name a kept file was sent; a later one of that name takes its place. */
export async function noteFile(db: Db, name: string, { file, size }: SentFile): Promise<void> {
  await db
    .insert(documentFiles)
    .values({ name: plainFileName(name), file, size })
    .onConflictDoUpdate({ target: documentFiles.name, set: { file, size, sentAt: sql`now()` } });
}

/** Those of the names that were sent, by their plain names. */
export async function sentFiles(db: Db, names: readonly string[]): Promise<Map<string, SentFile>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select()
    .from(documentFiles)
    .where(inArray(documentFiles.name, [...new Set(names.map(plainFileName))]));
  return new Map(rows.map(({ name, file, size }) => [name, { file, size }]));
}
