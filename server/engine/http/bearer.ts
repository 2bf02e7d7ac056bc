/** The token in an Authorization header; undefined where it holds none. */
export function bearerOf(authorization: string | null | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
