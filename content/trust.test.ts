import { describe, expect, it } from 'vitest';
import { assurances } from './trust.ts';
import { withWays } from './ways.ts';

const shop = { countries: ['*'], holdHours: 48, transfer: false };
const said = (ways: Partial<typeof shop> = {}) =>
  Object.fromEntries(
    assurances.map(({ id, short, text }) => [
      id,
      `${withWays(short, { ...shop, ...ways })} ${withWays(text, { ...shop, ...ways })}`,
    ]),
  );

describe('what a company can rely on', () => {
  it('follows what the owner has set: where goods go, how long stock is held, how one pays', () => {
    expect(said()['delivery']).toContain('to any country');
    expect(said({ countries: ['DE', 'AT'] })['delivery']).toContain('to 2 countries');
    expect(said({ countries: ['BD'] })['delivery']).toContain('to one country');
    expect(said()['paying']).toContain('for 48 hours');
    expect(said({ holdHours: 1 })['paying']).toContain('for one hour');
    expect(said()['paying']).not.toContain('transfer');
    expect(said({ transfer: true })['paying']).toContain('by card or by bank transfer');
    expect(Object.values(said()).join(' ')).not.toMatch(/[{}]/);
  });

  it('promises no number of days, years or countries that nothing in the shop keeps', () => {
    const { works, certificates, returns } = said();
    expect(`${works} ${certificates} ${returns}`).not.toMatch(/\d/);
  });
});
