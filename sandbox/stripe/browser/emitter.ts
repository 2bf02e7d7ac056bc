type Handler = (event: unknown) => unknown;

export interface Emitter {
  on(type: string, handler: Handler): void;
  once(type: string, handler: Handler): void;
  off(type: string, handler?: Handler): void;
  emit(type: string, event: unknown): void;
}

/** Runs in the browser; stands alone. */
export function createEmitter(): Emitter {
  const handlers = new Map<string, { handler: Handler; once: boolean }[]>();
  const add = (type: string, handler: Handler, once: boolean) =>
    void handlers.set(type, [...(handlers.get(type) ?? []), { handler, once }]);
  return {
    on: (type, handler) => add(type, handler, false),
    once: (type, handler) => add(type, handler, true),
    off(type, handler) {
      const kept = handler ? (handlers.get(type) ?? []).filter((entry) => entry.handler !== handler) : [];
      handlers.set(type, kept);
    },
    emit(type, event) {
      for (const entry of handlers.get(type) ?? []) {
        if (entry.once) this.off(type, entry.handler);
        entry.handler(event);
      }
    },
  };
}
