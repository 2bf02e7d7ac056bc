/** Hands a file to the browser, which saves it: under its own name, if no other is given. */
export function saveFile(content: File, name = content.name): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
