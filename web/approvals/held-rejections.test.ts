import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdRejection, undoRejection, UNDO_MS } from './held-rejections.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends a rejection once it can no longer be undone, and once', () => {
  const send = vi.fn<(isLeaving: boolean) => void>();
  holdRejection('order', { what: 'The order', why: 'Too dear' }, send);
  vi.advanceTimersByTime(UNDO_MS - 1);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send.mock.calls).toEqual([[false]]);
  page.dispatchEvent(new Event('pagehide'));
  expect(send).toHaveBeenCalledOnce();
  expect(undoRejection('order')).toBeNull();
});

it('sends nothing of what is undone, and gives back what was written', () => {
  const send = vi.fn<(isLeaving: boolean) => void>();
  holdRejection('order', { what: 'The order', why: 'Too dear' }, send);
  expect(undoRejection('order')).toBe('Too dear');
  vi.advanceTimersByTime(UNDO_MS);
  page.dispatchEvent(new Event('pagehide'));
  expect(send).not.toHaveBeenCalled();
});

it('sends at once what is kept when the page is left', () => {
  const send = vi.fn<(isLeaving: boolean) => void>();
  holdRejection('one', { what: 'The order', why: 'Too dear' }, send);
  holdRejection('other', { what: 'The order', why: 'Not ours' }, send);
  page.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(UNDO_MS);
  expect(send.mock.calls).toEqual([[true], [true]]);
});
