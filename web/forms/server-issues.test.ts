import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { placeIssues } from './server-issues.ts';

const names = ['quantity', 'address'] as const;

test('each complaint of the server lands at its field', () => {
  const error = new ApiError(400, {
    code: 'VALIDATION_ERROR',
    message: 'Address is required.',
    issues: [
      { path: 'address', message: 'Address is required' },
      { path: 'quantity', message: 'Quantity must be a whole number' },
    ],
  });
  expect(placeIssues(error, names)).toEqual({
    fields: [
      { name: 'address', message: 'Address is required' },
      { name: 'quantity', message: 'Quantity must be a whole number' },
    ],
    rest: null,
  });
});

test('a complaint about a field that the form does not have is said above it', () => {
  const error = new ApiError(400, {
    code: 'VALIDATION_ERROR',
    message: 'toolId is required.',
    issues: [{ path: 'toolId', message: 'toolId is required' }],
  });
  expect(placeIssues(error, names)).toEqual({ fields: [], rest: 'toolId is required' });
});

test('a refusal without complaints lands where its code belongs, else above', () => {
  const error = new ApiError(409, { code: 'OUT_OF_STOCK', message: 'Only 3 are left.' });
  expect(placeIssues(error, names, { OUT_OF_STOCK: 'quantity' })).toEqual({
    fields: [{ name: 'quantity', message: 'Only 3 are left.' }],
    rest: null,
  });
  expect(placeIssues(error, names)).toEqual({ fields: [], rest: 'Only 3 are left.' });
});

test('a failure that is no answer is said above', () => {
  expect(placeIssues(new Error('Offline'), names)).toEqual({ fields: [], rest: 'Offline' });
});
