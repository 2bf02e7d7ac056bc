/**
 * Keys for one form's calls: the same content gets the same key until its outcome is known, so that a double click or
 * another try after a lost answer is the same call; afterwards the same content is a new call.
 */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()) {
  let current: { content: string; key: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (current?.content !== content) current = { content, key: newKey() };
      return current.key;
    },
    settled() {
      current = null;
    },
  };
}
