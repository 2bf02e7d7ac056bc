import { sql } from 'drizzle-orm';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Tool, ToolQuery } from '#contract/catalogue/tools.ts';
import type { Language } from '#contract/languages.ts';
import { inLanguage } from '#contract/translations.ts';
import { attributes } from '#server/catalogue/attributes/attributes.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import { categoryNames } from './category-names.sql.ts';

/** What of an attribute was translated into one language: its name, and its choices by what they are in the shop's own. */
type AttributeTexts = NonNullable<NonNullable<Attribute['translations']>[Language]>;

/** What was translated into a language of what tools have in common. */
export interface CatalogueWords {
  language: Language;
  /** By the shop's own name. */
  categories: ReadonlyMap<string, string>;
  /** By their keys. */
  attributes: ReadonlyMap<string, AttributeTexts>;
}

/** Null where no language is asked for: then all of it is in the shop's own. */
export async function wordsIn(db: Db, language: Language | undefined): Promise<CatalogueWords | null> {
  if (language === undefined) return null;
  const named = await db
    .select({
      category: categoryNames.category,
      name: sql<string>`${categoryNames.translations} -> ${language} ->> 'name'`,
    })
    .from(categoryNames)
    .where(sql`${categoryNames.translations} ? ${language}`);
  const said = await db
    .select({ key: attributes.key, texts: sql<AttributeTexts>`${attributes.translations} -> ${language}` })
    .from(attributes)
    .where(sql`${attributes.translations} ? ${language}`);
  return {
    language,
    categories: new Map(named.map(({ category, name }) => [category, name])),
    attributes: new Map(said.map(({ key, texts }) => [key, texts])),
  };
}

/** A tool as it is answered in a language. */
export function toolIn(tool: Tool, words: CatalogueWords | null): Tool {
  if (words === null) return tool;
  return {
    ...inLanguage(tool, words.language),
    ...(tool.category === undefined ? {} : { category: categoryIn(tool.category, words) }),
    attributes: tool.attributes.map((each) => ({ ...each, value: choiceIn(each.key, each.value, words) })),
  };
}

export function categoryIn(category: string, words: CatalogueWords | null): string {
  return words?.categories.get(category) ?? category;
}

/** A value of an attribute; only choices are translated. */
export function choiceIn<Value>(key: string, value: Value, words: CatalogueWords | null): Value | string {
  const choices = words?.attributes.get(key)?.choices;
  return typeof value === 'string' && choices && Object.hasOwn(choices, value) ? choices[value]! : value;
}

/** What an attribute is called, and its values, in a language. */
export function attributeIn<Named extends Pick<Attribute, 'key' | 'name'>>(
  attribute: Named,
  words: CatalogueWords | null,
): Named {
  return { ...attribute, name: words?.attributes.get(attribute.key)?.name ?? attribute.name };
}

/** A query with the categories and choices that it names in a language as the shop itself names them. */
export function inOwnWords<Query extends Pick<ToolQuery, 'category' | 'attr'>>(
  query: Query,
  words: CatalogueWords | null,
): Query {
  if (words === null) return query;
  const { category, attr } = query;
  const own = [...words.categories].find(([, name]) => name === category)?.[0];
  return {
    ...query,
    ...(own === undefined ? {} : { category: own }),
    ...(attr === undefined
      ? {}
      : { attr: Object.fromEntries(Object.entries(attr).map(([key, asked]) => [key, ownChoices(key, asked, words)])) }),
  };
}

/** Several of the shop's choices may be one in another language: then any of them. */
function ownChoices(key: string, asked: string, words: CatalogueWords): string {
  const choices = Object.entries(words.attributes.get(key)?.choices ?? {});
  if (choices.length === 0) return asked;
  const own = (part: string) => choices.flatMap(([choice, said]) => (said === part.trim() ? [choice] : []));
  return asked
    .split(',')
    .flatMap((part) => (own(part).length > 0 ? own(part) : [part]))
    .join(',');
}
