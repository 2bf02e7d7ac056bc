import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { projectRoot } from '#server/project-root.ts';

const SCHEMA = join(projectRoot, 'prove', 'schemas', 'bmecat_2005_2.xsd');

/** What the schema of BMEcat 2005.2 has against a catalogue; nothing where it is valid. */
export async function complaintsOf(catalogue: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'catalogue.xml', contents: catalogue },
    schema: { fileName: 'bmecat_2005_2.xsd', contents: readFileSync(SCHEMA, 'utf8') },
    initialMemoryPages: memoryPages.MiB * 64,
    maxMemoryPages: memoryPages.GiB,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
