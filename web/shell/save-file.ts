/** Hands the file of an answer to the browser, which saves it: under the name that the answer gives it, if no other is said. */
export async function saveFile(answer: Response, name = nameOf(answer)): Promise<void> {
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file';
}
