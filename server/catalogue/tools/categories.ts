import { sentence } from '#contract/sentences.ts';
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Category, CategoryEdit } from '#contract/catalogue/categories.ts';
import { categoryIn, wordsIn } from '#server/catalogue/translations/catalogue-words.ts';
import { categoryNames } from '#server/catalogue/translations/category-names.sql.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import type { Language } from '#contract/languages.ts';
import { forSale } from './tools.ts';
import { tools } from './tools.sql.ts';

/** The categories that have tools for sale, by name. @param language as they are called there; left out: as the shop calls them */
export async function listCategories(db: Db, language?: Language): Promise<Category[]> {
  const rows = await db
    .select({ name: tools.category, tools: count() })
    .from(tools)
    .where(and(forSale, isNotNull(tools.category)))
    .groupBy(tools.category)
    .orderBy(tools.category);
  const own = rows.map((row) => ({ name: row.name ?? '', tools: row.tools }));
  if (language !== undefined) {
    const words = await wordsIn(db, language);
    const byName = new Intl.Collator(language).compare;
    return own
      .map((each) => ({ ...each, name: categoryIn(each.name, words) }))
      .toSorted((one, other) => byName(one.name, other.name));
  }
  const names = new Map((await db.select().from(categoryNames)).map((row) => [row.category, row.translations]));
  return own.map((each) => ({ ...each, translations: names.get(each.name) ?? {} }));
}

/**
 * Says what a category is called in other languages.
 * @returns what was said before and is now @throws AppError VALIDATION_ERROR where no tool is in it
 */
export async function changeCategory(
  tx: Tx,
  { name, translations }: CategoryEdit,
): Promise<Record<'before' | 'after', NonNullable<Category['translations']>>> {
  const [tool] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.category, name), isNull(tools.removedAt)))
    .limit(1);
  if (!tool) throw invalid('name', sentence('There is no such category'));
  const [before] = await tx.select().from(categoryNames).where(eq(categoryNames.category, name)).for('update');
  await tx
    .insert(categoryNames)
    .values({ category: name, translations })
    .onConflictDoUpdate({ target: categoryNames.category, set: { translations } });
  return { before: before?.translations ?? {}, after: translations };
}
