import { sentence } from '#contract/sentences.ts';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';

/**
 * What a call is asked by a key that was made for one company: where the call takes a company it is that one, said or not.
 * @throws AppError COMPANY_NOT_FOUND where another is named
 */
export function forCompanyOfKey(
  caller: Pick<Caller, 'key'> | null,
  schema: z.ZodType | undefined,
  input: unknown,
): unknown {
  const companyId = caller?.key?.companyId ?? null;
  if (companyId === null || !takesCompany(schema) || typeof input !== 'object' || input === null) return input;
  if ('companyId' in input && input.companyId !== companyId)
    throw new AppError('COMPANY_NOT_FOUND', sentence('This API key is for another company.'));
  return { ...input, companyId };
}

/** Whether a call's input can name the company that it is for. */
export function takesCompany(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodObject && 'companyId' in schema.shape;
}
