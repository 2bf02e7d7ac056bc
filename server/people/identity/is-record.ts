/** Whether what came as JSON is an object, or an array, with whatever is in it. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
