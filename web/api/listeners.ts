/** Who wants to know of a change, as React's `useSyncExternalStore` asks for it. */
export function createListeners() {
  const all = new Set<() => void>();
  return {
    /** The answer stops it. */
    subscribe(listener: () => void): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(): void {
      for (const listener of all) listener();
    },
  };
}
