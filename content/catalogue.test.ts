import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NewReview } from '#contract/buying/reviews.ts';
import { NewTool } from '#contract/catalogue/tools.ts';
import { attributesOf, seedAttributes } from './attributes.ts';
import german from './catalogue.de.json' with { type: 'json' };
import { catalogue, generatedTool, seedReviews, type CatalogueTool } from './catalogue.ts';
import { familyPictures, pictureFor, pictureNames, pictureViews } from './picture-names.ts';
import { picturePath } from './picture-path.ts';
import { pictureSources } from './pictures.ts';

/** As an admin would send it. */
function asSent({ priceCents, weightGrams = 0, priceBreaks = [], ...tool }: CatalogueTool) {
  const breaks = priceBreaks.map(({ from, cents }) => ({ from, price: cents / 100 }));
  return { ...tool, price: priceCents / 100, weight: weightGrams, priceBreaks: breaks };
}

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the seed catalogue', () => {
  it('holds only tools that the contract takes', () => {
    expect(catalogue.filter((tool) => !NewTool.safeParse(asSent(tool)).success)).toEqual([]);
    expect(catalogue.length).toBeGreaterThanOrEqual(30);
  });

  it('has no name and no SKU twice, and enough of each tool for one order', () => {
    expect(repeated(catalogue.map(({ name }) => name))).toEqual([]);
    expect(repeated(catalogue.map(({ sku }) => sku))).toEqual([]);
    expect(catalogue.filter((tool) => tool.availableQuantity < tool.minOrderQuantity)).toEqual([]);
  });

  it('says each tool, category and choice in German, and nothing that there is not', () => {
    const skus = catalogue.map(({ sku }) => sku).toSorted();
    expect(Object.keys(german.tools).toSorted()).toEqual(skus);
    expect(Object.keys(german.categories).toSorted()).toEqual(
      [...new Set(catalogue.map(({ category }) => category))].toSorted(),
    );
    const said = catalogue.flatMap((tool) => attributesOf(tool));
    for (const { key, kind, translations } of seedAttributes) {
      expect(translations?.de?.name).toBeTruthy();
      // Threads, standards and hardnesses are written alike everywhere.
      if (kind !== 'choice' || ['thread', 'standard', 'hardness'].includes(key)) continue;
      const values = new Set(said.filter((each) => each.key === key).map(({ value }) => value));
      expect([...values].filter((value) => !Object.hasOwn(translations?.de?.choices ?? {}, value))).toEqual([]);
    }
  });

  it('has reviews that the contract takes, by companies that are named once', () => {
    expect(seedReviews.filter(({ review, rating }) => !NewReview.safeParse({ review, rating }).success)).toEqual([]);
    expect(repeated(seedReviews.map(({ name }) => name))).toEqual([]);
    expect(seedReviews.length).toBeGreaterThanOrEqual(12);
  });
});

describe('the generated catalogue', () => {
  const sample = Array.from({ length: 40_000 }, (_, index) => generatedTool(index * 25));

  it('repeats no name and no SKU up to a million', () => {
    expect(new Set(sample.map(({ name }) => name)).size).toBe(sample.length);
    expect(new Set(sample.map(({ sku }) => sku)).size).toBe(sample.length);
  });

  it('makes the same tool for the same number, and only what the contract takes', () => {
    expect(generatedTool(4711)).toEqual(generatedTool(4711));
    const some = sample.filter((_, index) => index % 400 === 0);
    expect(some.filter((tool) => !NewTool.safeParse(asSent(tool)).success)).toEqual([]);
  });
});

describe('the pictures', () => {
  const at = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

  it('are there in every size and view, and so are their masters', () => {
    const missing = pictureNames.flatMap((name) =>
      pictureViews(picturePath(name)).flatMap(({ image, large }) => {
        const master = image.replace(/^\/pictures\/(.+)-640\.webp$/, 'pictures/masters/$1.webp');
        const { avif, webp } = pictureSources(image) ?? { avif: '', webp: '' };
        const served = [...`${avif}, ${webp}`.matchAll(/(\/\S+) \d+w/g)].map(([, path]) => `public${path}`);
        expect(served).toHaveLength(6);
        return [master, `public${large}`, ...served].filter((path) => !at(path));
      }),
    );
    expect(missing).toEqual([]);
  });

  it('that older shops have in their databases are there, too, and have the views of the tool that they show', () => {
    const earlier = Object.keys(familyPictures).map((family) => `/pictures/${family}-640.webp`);
    expect(earlier.filter((path) => !at(`public${path}`))).toEqual([]);
    expect(pictureViews('/pictures/hammer-640.webp').map(({ image }) => image)).toEqual([
      '/pictures/hammer-640.webp',
      '/pictures/ham-cl-16h-detail-640.webp',
      '/pictures/ham-cl-16h-scale-640.webp',
    ]);
  });

  it('show each tool of the catalogue, or the nearest size of the same shape, or its family', () => {
    expect(catalogue.filter(({ image }) => !at(`public${image}`)).map(({ sku }) => sku)).toEqual([]);
    expect(pictureFor('SPA-CO-13', 'wrench')).toBe('spa-co-13');
    expect(pictureFor('CLA-G-080', 'clamp')).toBe('cla-g-075');
    expect(pictureFor('SPA-RI-13', 'wrench')).toBe(familyPictures.wrench);
  });

  it('come in several widths if they are our own', () => {
    expect(pictureSources('/pictures/saw-ha-550-640.webp')?.avif).toContain('/pictures/saw-ha-550-320.avif 320w');
    expect(pictureSources('https://elsewhere.example/pictures/saw-640.webp')).toBeNull();
    expect(pictureSources('/uploads/saw.webp')).toBeNull();
  });

  it('from elsewhere and uploaded have one view, the latter a larger file', () => {
    expect(pictureViews('https://elsewhere.example/saw.png')).toEqual([
      { label: 'Whole', image: 'https://elsewhere.example/saw.png', large: 'https://elsewhere.example/saw.png' },
    ]);
    const uploaded = `/uploads/${'a'.repeat(32)}`;
    expect(pictureViews(`${uploaded}-640.webp`)).toMatchObject([{ large: `${uploaded}-1280.webp` }]);
  });
});
