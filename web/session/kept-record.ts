/** The fields of an object stored in the browser as JSON; none where it is something else. */
export function keptRecord(text: string | null): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
