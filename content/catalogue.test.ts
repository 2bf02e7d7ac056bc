import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NewReview } from '#contract/reviews.ts';
import { NewTool } from '#contract/tools.ts';
import { catalogue, generatedTool, seedReviews, type CatalogueTool } from './catalogue.ts';
import { pictureNames, picturePath, pictureSources } from './pictures.ts';

/** As an admin would send it. */
function asSent({ priceCents, ...tool }: CatalogueTool) {
  return { ...tool, price: priceCents / 100 };
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

  it('has reviews that the contract takes, by firms that are named once', () => {
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
  it('are each made by the script', () => {
    const script = readFileSync(new URL('../scripts/pictures.mjs', import.meta.url), 'utf8');
    for (const name of pictureNames) expect(script).toMatch(new RegExp(`^  '?${name}'?: '`, 'm'));
    expect(existsSync(new URL('../scripts/share-card-lettering.svg', import.meta.url))).toBe(true);
  });

  it('come in several widths if they are our own', () => {
    expect(pictureSources(picturePath('saw'))?.avif).toContain('/pictures/saw-320.avif 320w');
    expect(pictureSources('https://elsewhere.example/pictures/saw-640.webp')).toBeNull();
    expect(pictureSources('/uploads/saw.webp')).toBeNull();
  });
});
