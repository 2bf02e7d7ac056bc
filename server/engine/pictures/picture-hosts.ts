import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/**
 * Whether IMAGE_HOSTS lets pages show a picture; its address is well-formed already. The shop's own pictures always may
 * be shown, and where no hosts are named any other as well (attacks T77).
 */
export function isFromKnownHost(address: string, { imageHosts }: Pick<Config, 'imageHosts'>): boolean {
  return address.startsWith('/') || imageHosts.length === 0 || imageHosts.includes(new URL(address).hostname);
}

/** What to say of a picture from elsewhere. */
export function knownHosts({ imageHosts }: Pick<Config, 'imageHosts'>): Sentence {
  return sentence('A picture must be uploaded here or come from {hosts}', { hosts: imageHosts.join(', ') });
}

/** @throws AppError INVALID_IMAGE_URL, at the field `image` */
export function requireKnownHost(address: string, config: Pick<Config, 'imageHosts'>): void {
  if (isFromKnownHost(address, config)) return;
  const message = knownHosts(config);
  throw new AppError('INVALID_IMAGE_URL', ended(message), { issues: [{ path: 'image', message }] });
}
