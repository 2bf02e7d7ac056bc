import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

const late = () => new Error('late');

it('lets so many run at once, and the others in the order in which they came', async () => {
  const slots = createSlots(2, 60_000, late);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    slots(() => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await expect.poll(() => begun).toEqual([0, 1]);
  ends[1]!();
  await works[1];
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[0]!();
  await works[0];
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  await Promise.all(works);
});

it('gives a place back however the work ends, and tells who waited for too long', async () => {
  const slots = createSlots(1, 1, late);
  await expect(slots(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  let end = () => {};
  const first = slots(() => new Promise<void>((resolve) => (end = resolve)));
  await expect(slots(async () => {})).rejects.toThrow('late');
  end();
  await first;
  await expect(slots(async () => 'done')).resolves.toBe('done');
});
