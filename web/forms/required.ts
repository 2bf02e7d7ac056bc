/** For `register`: refuses what is empty or blank, in the words of the specification. */
export function required(what: string) {
  return (value: string | number) => String(value).trim() !== '' || `${what} is required`;
}
