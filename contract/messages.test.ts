import { describe, expectTypeOf, it } from 'vitest';
import type { Say, Values } from './messages.ts';

describe('a message', () => {
  it('is filled in with what it names', () => {
    expectTypeOf<Values<'Goods'>>().toEqualTypeOf<Record<never, string | number>>();
    expectTypeOf<Values<'{number} of {day}'>>().toEqualTypeOf<Record<'number' | 'day', string | number>>();
    expectTypeOf<Values<'{count, plural, one {# piece of {all}} other {# pieces}} for {name}'>>().toEqualTypeOf<
      Record<'count' | 'name', string | number>
    >();
  });
  it('is said with that and nothing else', () => {
    type Said<Text extends string> = Parameters<typeof say<Text>>;
    const say: Say = (text, ..._values) => text;
    expectTypeOf<Said<'Goods'>>().toEqualTypeOf<['Goods']>();
    expectTypeOf<Said<'Order {number}'>>().toEqualTypeOf<['Order {number}', Record<'number', string | number>]>();
  });
});
