/** Whether a client would rather read Markdown than HTML, by its Accept (RFC 9110 §12.5.1); browsers never do. */
export function wantsMarkdown(accept: string | null | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/markdown')) return false;
  const weightOf = (type: string) => {
    const part = accept.split(',').find((each) => each.split(';')[0]?.trim().toLowerCase() === type);
    if (part === undefined) return 0;
    const weight = /;\s*q=([\d.]{1,6})/i.exec(part)?.[1];
    return weight === undefined ? 1 : Number(weight);
  };
  const markdown = weightOf('text/markdown');
  return markdown > 0 && markdown >= weightOf('text/html');
}
