/** What a browser tab has one of, made when it is first wanted. On the server, where it would be shared between visitors, it refuses. */
export function oneOfTab<T>(name: string, make: () => T): () => T {
  let made: T | undefined;
  return () => {
    if (typeof window === 'undefined') throw new Error(`a render has no ${name}`);
    return (made ??= make());
  };
}
