import { sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  type DocumentsOfTools,
  MAX_DOCUMENTS,
  type NewDocument,
  type ToolDocument,
} from '#contract/catalogue/documents.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { presentDocument, toolNotFound } from '#server/catalogue/tools/tools.ts';
import { type DocumentRow, tools } from '#server/catalogue/tools/tools.sql.ts';
import { documentType } from './document-type.ts';

/** The name under which a file is kept, made from its content. @throws AppError UNSUPPORTED_MEDIA_TYPE */
export function documentFile(bytes: Buffer): string {
  const type = documentType(bytes);
  if (type === null)
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      sentence('A document must be a PDF, PNG, STEP, DXF or ZIP file. This file is none of them.'),
    );
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${type}`;
}

/**
 * Adds a document whose file is kept already. The tool's version stays: who edits it meanwhile is in nobody's way.
 * @param file by `documentFile`, with its size in bytes
 * @returns it, and the name of the tool
 * @throws AppError TOOL_NOT_FOUND, TOO_MANY_DOCUMENTS
 */
export async function addDocument(
  tx: Tx,
  toolId: string,
  said: NewDocument,
  file: { name: string; size: number },
): Promise<{ document: ToolDocument; tool: string }> {
  const tool = await lockTool(tx, toolId);
  if (tool.documents.length >= MAX_DOCUMENTS)
    throw new AppError(
      'TOO_MANY_DOCUMENTS',
      sentence('A tool can have at most {most, number} documents. Remove one first.', { most: MAX_DOCUMENTS }),
    );
  const { kind, name, language, revision } = said;
  const row: DocumentRow = {
    _id: newId(),
    kind,
    name: name.trim(),
    language,
    ...(revision?.trim() ? { revision: revision.trim() } : {}),
    size: file.size,
    file: file.name,
  };
  await keep(tx, toolId, [...tool.documents, row]);
  return { document: presentDocument(toolId, row), tool: tool.name };
}

/** Takes a document from a tool; its file stays, since others may have the same. @throws AppError TOOL_NOT_FOUND, DOCUMENT_NOT_FOUND */
export async function removeDocument(tx: Tx, toolId: string, id: string): Promise<{ name: string; tool: string }> {
  const tool = await lockTool(tx, toolId);
  const gone = tool.documents.find(({ _id }) => _id === id);
  if (!gone) throw documentNotFound();
  const left = tool.documents.filter(({ _id }) => _id !== id);
  await keep(tx, toolId, left);
  return { name: gone.name, tool: tool.name };
}

/** A document of a tool, on sale or not: who bought it needs its papers later, too. @throws AppError DOCUMENT_NOT_FOUND */
export async function findDocument(db: Db, toolId: string, id: string): Promise<DocumentRow> {
  const [tool] = await db.select({ documents: tools.documents }).from(tools).where(eq(tools.id, toolId));
  const found = tool?.documents.find(({ _id }) => _id === id);
  if (!found) throw documentNotFound();
  return found;
}

/** What there is about some tools, in their order, also of those that are no longer sold. */
export async function documentsOf(db: Db, toolIds: readonly string[]): Promise<DocumentsOfTools> {
  if (toolIds.length === 0) return [];
  const rows = await db
    .select({ id: tools.id, name: tools.name, sku: tools.sku, documents: tools.documents })
    .from(tools)
    .where(inArray(tools.id, [...new Set(toolIds)]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(toolIds)].flatMap((toolId) => {
    const row = byId.get(toolId);
    if (!row || row.documents.length === 0) return [];
    const documents = row.documents.map((each) => presentDocument(toolId, each));
    return [{ toolId, tool: row.name, sku: row.sku, documents }];
  });
}

/** What a document is called where somebody keeps it: letters, digits, hyphens and dots. */
export function downloadName({ name, revision, file }: Pick<DocumentRow, 'name' | 'revision' | 'file'>): string {
  const ending = file.slice(file.lastIndexOf('.'));
  const whole = `${name}${revision === undefined ? '' : `-${revision}`}`.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const plain = whole.replaceAll(/[^A-Za-z0-9.]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  const bare = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain;
  return `${bare.slice(0, 120) || 'document'}${ending}`;
}

export function documentNotFound(): AppError {
  return new AppError('DOCUMENT_NOT_FOUND', sentence('There is no such document.'));
}

async function lockTool(tx: Tx, id: string): Promise<{ name: string; documents: DocumentRow[] }> {
  const [tool] = await tx
    .select({ name: tools.name, documents: tools.documents })
    .from(tools)
    .where(and(eq(tools.id, id), isNull(tools.removedAt)))
    .for('update');
  if (!tool) throw toolNotFound();
  return tool;
}

async function keep(tx: Tx, toolId: string, documents: DocumentRow[]): Promise<void> {
  await tx.update(tools).set({ documents }).where(eq(tools.id, toolId));
  await tellNews(tx, 'tool.changed', [toolId]);
}
