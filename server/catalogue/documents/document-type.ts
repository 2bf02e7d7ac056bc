/** What documents may be, by the ending that their files have. */
type DocumentType = 'pdf' | 'png' | 'step' | 'dxf' | 'zip';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const BINARY_DXF = 'AutoCAD Binary DXF\r\n\u001a\0';
/** Within so many bytes a DXF of text has said that it is one, whatever comments it begins with. */
const DXF_HEAD = 4_096;

/** What a file is by how it begins, never by its name; null for everything else, SVG and HTML too. */
export function documentType(bytes: Buffer): DocumentType | null {
  const begins = (text: string) => bytes.toString('latin1', 0, text.length) === text;
  if (begins('%PDF-')) return 'pdf';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (begins('ISO-10303-21;')) return 'step';
  // The last: an archive with nothing in it.
  if (begins('PK\u0003\u0004') || begins('PK\u0005\u0006')) return 'zip';
  if (begins(BINARY_DXF) || isTextDxf(bytes.toString('latin1', 0, DXF_HEAD))) return 'dxf';
  return null;
}

/** Pairs of lines, a code and its value: after comments (999), code 0 says that a section begins. */
function isTextDxf(head: string): boolean {
  const lines = head.split('\n').map((line) => line.trim());
  let at = 0;
  while (lines[at] === '999') at += 2;
  return lines[at] === '0' && lines[at + 1] === 'SECTION';
}
