/** Something that each browser tab has one of, created on first use. On the server, where it would be shared between visitors, it refuses. */
export function oneOfTab<T>(name: string, make: () => T): () => T {
  let made: T | undefined;
  return () => {
    if (typeof window === 'undefined') throw new Error(`a render has no ${name}`);
    return (made ??= make());
  };
}
