import { sentence } from '#contract/sentences.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/** The refusal of what others see, to somebody whose e-mail address may be anybody's. */
export function addressNotProved(): AppError {
  return new AppError(
    'ADDRESS_NOT_PROVED',
    sentence('Please verify your e-mail address first: you can do so in My Profile.'),
  );
}
