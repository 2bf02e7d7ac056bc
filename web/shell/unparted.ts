/** Units that names and values of tools are written with. */
const NUMBER_AND_UNIT =
  /(\d) (?=(?:[cmk]?m|in|[mk]?g|oz|lb|m?l|Nm|k?[VW]|°C?|%|pcs?|pieces|teeth|bits)(?![\p{L}\d]))/gu;

/** A text whose numbers stay with their units where a line ends: 13 mm. */
export function unparted(text: string): string {
  return text.replace(NUMBER_AND_UNIT, '$1\u00a0');
}
