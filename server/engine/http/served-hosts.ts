import type { Config } from '#server/config.ts';

/**
 * Which Host headers are answered. A page of any site can let its own name point to 127.0.0.1 and then read whatever
 * listens there as its own (DNS rebinding): the demo, open to all on this machine alone, answers to this machine's names
 * and to BASE_URL's only (attacks T78, served-hosts.test.ts). Elsewhere the names are the proxy's business.
 */
export function servedHosts({ production, host, baseUrl }: Pick<Config, 'production' | 'host' | 'baseUrl'>) {
  if (production || host === '0.0.0.0' || !isLoopback(host)) return () => true;
  const own = new URL(baseUrl).hostname;
  return (given: string | undefined): boolean => {
    const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec((given ?? '').toLowerCase()) ?? [];
    return name !== undefined && (name === own || isLoopback(name));
  };
}

/** Names that lead nowhere but to this machine, and that nobody else can own. */
function isLoopback(host: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?)$/.test(host);
}
