import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Arena, openArena } from './arena.ts';
import { publish } from './proof.ts';
import { pause } from './random.ts';

const ASK_EVERY_MS = 20;
/** The longest that a stranger may wait for a page while a sheet is read, in ms: the checks beside it take the processors too. */
const OTHERS_WAIT_MS = 1_000;
const MEGABYTE = 1024 * 1024;

interface Hostile {
  what: string;
  file: () => Promise<Buffer>;
  status: number;
}

const row = (number: number, ...cells: string[]) =>
  `<row r="${number}">${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
const SHEET = `<worksheet><sheetData>${row(1, 'name', 'price')}</sheetData></worksheet>`;
const sheet = (before: string, piece = '', times = 0) => xlsx({ 'xl/worksheets/sheet1.xml': [before, piece, times] });

/** Files that fit into a request and ask for minutes or gigabytes. */
const HOSTILE: Hostile[] = [
  { what: '40 million merged cells', file: () => sheet(SHEET, '<mergeCell/>', 40_000_000), status: 413 },
  {
    what: '100 million empty texts',
    file: () => xlsx({ 'xl/sharedStrings.xml': ['<sst>', '<si/>', 100_000_000] }),
    status: 413,
  },
  { what: 'a million elements within each other', file: () => sheet('<worksheet>', '<a>', 1_000_000), status: 415 },
  {
    what: 'a format of 100,000 brackets',
    file: () =>
      xlsx({
        'xl/styles.xml': [
          `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${'['.repeat(100_000)}"/></numFmts></styleSheet>`,
          '',
          0,
        ],
      }),
    status: 201,
  },
  {
    what: 'a million formats of 250 brackets',
    file: () =>
      xlsx({ 'xl/styles.xml': ['<styleSheet>', `<numFmt numFmtId="1" formatCode="${'['.repeat(250)}"/>`, 1_000_000] }),
    status: 413,
  },
  { what: '400 MB of one tag', file: () => sheet('<worksheet><row r="', '1', 400_000_000), status: 415 },
  { what: '400 MB of empty rows', file: () => sheet('<worksheet><sheetData>', '<row/>', 66_000_000), status: 415 },
  { what: '400 MB of elements that nobody knows', file: () => sheet(SHEET, '<x/>', 100_000_000), status: 201 },
  {
    what: '50 MB of commas',
    file: () => Promise.resolve(Buffer.from(`name,price\n${','.repeat(50 * MEGABYTE - 100)}`)),
    status: 413,
  },
  {
    what: '50 MB of quotation marks',
    file: () => Promise.resolve(Buffer.from(`name,price\n${'"'.repeat(50 * MEGABYTE - 100)}`)),
    status: 201,
  },
];

/** An XLSX file with parts of its own. @param parts by their paths: what one begins with, and what follows how many times */
async function xlsx(parts: Record<string, [before: string, piece: string, times: number]>): Promise<Buffer> {
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`;
  const zip = new ZipFile();
  const files: typeof parts = {
    '_rels/.rels': [relation('officeDocument', 'xl/workbook.xml'), '', 0],
    'xl/workbook.xml': ['<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>', '', 0],
    'xl/_rels/workbook.xml.rels': [relation('worksheet', 'worksheets/sheet1.xml'), '', 0],
    'xl/worksheets/sheet1.xml': [SHEET, '', 0],
    ...parts,
  };
  for (const [path, [before, piece, times]] of Object.entries(files))
    zip.addReadStream(Readable.from(repeated(before, piece, times), { objectMode: false }), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** In stretches of a megabyte, so that none is large. */
function* repeated(before: string, piece: string, times: number): Generator<string> {
  yield before;
  const atOnce = Math.max(1, Math.floor(MEGABYTE / Math.max(1, piece.length)));
  for (let left = times; left > 0; left -= atOnce) yield piece.repeat(Math.min(left, atOnce));
}

/** Every hostile file, one after the other, while a stranger asks the same process for a page. */
export async function proveHostileSheets(): Promise<boolean> {
  const said: string[] = [];
  const arena = await openArena(0, (from) => from[0]!, { heard: (line) => said.push(line) });
  try {
    const pid = arena.shops[0]!.pid();
    const rest = memoryOf(pid);
    const measurements: [string, string][] = [];
    const [wrong, waits]: [string[], string[]] = [[], []];
    for (const { what, file, status } of HOSTILE) {
      const body = await file();
      const others = stranger(arena, pid);
      const began = performance.now();
      const answer = await send(arena, body);
      const took = performance.now() - began;
      const { longest, memory } = await others.end();
      measurements.push([
        `${what}, ${(body.length / 1_024).toFixed(0)} kB`,
        `${answer.status} after ${(took / 1_000).toFixed(1)} s; others waited ${longest.toFixed(0)} ms at most; memory +${(Math.max(0, memory - rest) / MEGABYTE).toFixed(0)} MB`,
      ]);
      if (answer.status !== status) wrong.push(`${what}: ${answer.status}, ${answer.text.slice(0, 200)}`);
      if (longest > OTHERS_WAIT_MS) waits.push(`${what}: ${longest.toFixed(0)} ms`);
      console.log(measurements.at(-1)!.join(': '));
    }
    return publish({
      name: 'hostile-sheets',
      title: 'Hostile sheets: files of some kB that ask for minutes or gigabytes',
      how: `Each is sent to \`POST /import/tools\` of one process of the built shop, which a stranger meanwhile asks for the home page every ${ASK_EVERY_MS} ms. Memory is RSS, all threads together, above what it was before the first.`,
      measurements,
      promises: [
        ['each is answered by what is wrong with it', wrong],
        [`nobody waits for a page longer than ${OTHERS_WAIT_MS / 1_000} s`, waits],
        ['the process is the same', arena.shops[0]!.pid() === pid ? [] : ['it was replaced']],
        ['nothing in the log, at the level of errors', said],
      ],
    });
  } finally {
    await arena.close();
  }
}

async function send({ admin, shops }: Arena, body: Buffer): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(`${shops[0]!.url}/import/tools`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: new Uint8Array(body),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** Asks for the home page until it is told to end, and says how long it ever waited, and how much memory there was. */
function stranger({ shops }: Arena, pid: number) {
  const found = { longest: 0, memory: 0 };
  const play = { over: false };
  const asking = (async () => {
    while (!play.over) {
      const began = performance.now();
      await fetch(`${shops[0]!.url}/?at=${began}`).then((answer) => answer.text());
      found.longest = Math.max(found.longest, performance.now() - began);
      found.memory = Math.max(found.memory, memoryOf(pid));
      await pause(ASK_EVERY_MS);
    }
  })();
  return {
    async end() {
      play.over = true;
      await asking;
      return found;
    },
  };
}

function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}
