import { describe, expect, it } from 'vitest';
import type { Member } from '#contract/buying/company-people.ts';
import { limitsAbove, whoApproves } from './who-approves.ts';

const TODAY = '2026-11-23';

function member(userId: string, facts: Partial<Member>): Member {
  const none = { orderLimit: null, monthLimit: null, deputy: null, awayUntil: null };
  return { userId, name: userId, email: `${userId}@company.test`, role: 'buyer', ...none, ...facts };
}

describe('what will go to approval', () => {
  it('is above a limit by a cent, and not when it equals it', () => {
    const limited = { orderLimit: 500, monthLimit: 800, monthSum: 300 };
    expect(limitsAbove(500, limited, undefined)).toEqual([]);
    expect(limitsAbove(500.01, limited, { monthLimit: 500 })).toEqual([
      { of: 'order', limit: 500 },
      { of: 'month', limit: 800 },
      { of: 'cost-centre', limit: 500 },
    ]);
  });

  it('of somebody without limits goes through', () => {
    expect(limitsAbove(1e9, { orderLimit: null, monthLimit: null, monthSum: 5 }, { monthLimit: null })).toEqual([]);
  });
});

describe('who approves', () => {
  const bob = member('bob', { orderLimit: 500 });

  it('is who may by their role and their own limit, never who orders', () => {
    const people = [bob, member('carol', { role: 'approver' }), member('dan', { role: 'manager', orderLimit: 600 })];
    expect(whoApproves(people, 'bob', 600, TODAY)).toEqual(['carol', 'dan']);
    expect(whoApproves(people, 'bob', 601, TODAY)).toEqual(['carol']);
    expect(whoApproves(people, 'carol', 601, TODAY)).toEqual([]);
  });

  it('is also the deputy of who is away, who stands before them, and not of who is back', () => {
    const carol = (awayUntil: string) => member('carol', { role: 'approver', deputy: 'eve', awayUntil });
    const eve = member('eve', {});
    expect(whoApproves([bob, carol(TODAY), eve], 'bob', 600, TODAY)).toEqual(['eve', 'carol']);
    expect(whoApproves([bob, carol('2026-11-22'), eve], 'bob', 600, TODAY)).toEqual(['carol']);
    expect(whoApproves([bob, carol(TODAY), eve], 'eve', 600, TODAY)).toEqual(['carol']);
  });
});
