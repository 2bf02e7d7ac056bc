import PdfKit from 'pdfkit';
import { type Language, LOCALES } from '#contract/languages.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import { sayIn } from '#server/engine/words/say.ts';
import { type FontSlice, fontBytes } from './paper-fonts.ts';
import { linesOf, type Run } from './printed-text.ts';
import { attachFacturX, issuerXmp } from './factur-x.ts';

/** In points. */
const SIZES: Record<PaperFormat, [number, number]> = { a4: [595.28, 841.89], letter: [612, 792] };
export const MARGIN = 50;
const FOOT = 62;
const FOOT_LINE = 10;
const GREY = '#555555';
/** Others get a turn after so many rows. */
const ROWS_IN_A_TURN = 20;

interface TextStyle {
  size?: number;
  bold?: boolean;
  grey?: boolean;
  align?: 'left' | 'right';
  /** What it is to who listens; a paragraph unless something else is said. */
  as?: 'H1' | 'P';
}

type Element = PDFKit.PDFStructureElement;

/** What repeats on every page and is not read aloud: no element of the document's. */
const ARTIFACT = null;

/** A column of a table: its heading, and where it begins and ends as parts of the line. */
interface Column {
  head: string;
  from: number;
  to: number;
  align?: 'left' | 'right';
}

interface SheetOptions {
  /** In which it is. */
  language: Language;
  format: PaperFormat;
  /** In points, where it is not a sheet of that format. */
  size?: [number, number];
  title: string;
  /** Who issues it, at the head of pages after the first. */
  issuer: string;
  at: Date;
  /** Small print at the foot of every page. */
  foot: string;
  /** The same invoice for machines, as Factur-X carries it: CII of the profile EN 16931. */
  facturX?: Uint8Array;
}

/** Lets other requests have a turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Other scripts are shaped as a whole run; of Latin, pdfkit remembers each word. */
function shapingOf({ file }: FontSlice): { features?: [] } {
  return file.startsWith('noto-sans-latin-400') ? {} : { features: [] };
}

/** Marks stay where the font draws them by itself. fontkit takes what is off, too; the types know a list of what is on. */
const MARKS_AS_DRAWN = { mark: false, mkmk: false } as unknown as [];

/** Pages that fill from the top: text in any script, tables whose heads are repeated, page numbers. Lengths are points. */
export class Sheet {
  readonly pdf: InstanceType<typeof PdfKit>;
  readonly width: number;
  y = MARGIN;
  readonly #options: SheetOptions;
  readonly #height: number;
  /** How high the foot of each page is. */
  readonly #foot: number;
  readonly #chunks: Buffer[] = [];
  readonly #done: Promise<void>;
  readonly #fonts = new Set<string>();
  readonly #widths = new Map<string, number>();
  readonly #marksAsDrawn = new Set<string>();
  #rows = 0;
  #parts: { title: string; first: number }[] = [];
  #pages = 0;
  /** Holds all that is read aloud, in its order. */
  readonly #document: Element;

  constructor(options: SheetOptions) {
    this.#options = options;
    const size = options.size ?? SIZES[options.format];
    this.width = size[0] - 2 * MARGIN;
    this.#height = size[1];
    this.#foot = FOOT + (options.foot.split('\n').length - 1) * FOOT_LINE;
    this.pdf = new PdfKit({
      size,
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3b',
      tagged: true,
      lang: LOCALES[options.language],
      displayTitle: true,
      info: {
        Title: options.title,
        Creator: 'Tradebench',
        CreationDate: options.at,
        ModDate: options.at,
      },
    });
    this.#document = this.pdf.struct('Document');
    this.pdf.addStructure(this.#document);
    this.pdf.appendXML(issuerXmp(options.issuer));
    if (options.facturX !== undefined) attachFacturX(this.pdf, options.facturX, options.at);
    this.pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#done = new Promise((resolve, reject) => {
      this.pdf.on('end', () => resolve());
      this.pdf.on('error', reject);
    });
    this.begin(options.title);
  }

  /** A part whose pages are counted by themselves, under a title of its own: on a new page, or on the first that there is already. */
  begin(title: string, onFirst = false): void {
    if (onFirst) this.#parts = [{ title, first: 0 }];
    else this.#parts.push({ title, first: this.#pages });
    if (this.#pages === 0 || !onFirst) this.#addPage();
  }

  #addPage(): void {
    this.pdf.addPage();
    this.#pages++;
    this.y = MARGIN;
  }

  /** Goes on to the next page, with a line at its head that says of what it is. */
  nextPage(): void {
    this.#addPage();
    const { title } = this.#parts.at(-1)!;
    this.#write(this.#options.issuer, 0, this.width / 2, { size: 8, grey: true }, ARTIFACT);
    this.y = MARGIN;
    this.#write(title, this.width / 2, this.width, { size: 8, grey: true, align: 'right' }, ARTIFACT);
    this.y += 8;
  }

  /** Makes room for so much; goes to the next page where there is none. */
  room(height: number): boolean {
    if (this.y + height <= this.#height - this.#foot) return false;
    this.nextPage();
    return true;
  }

  /**
   * Writes text between two distances from the left margin, and goes below it.
   * @returns how high it is
   */
  text(text: string, from: number, to: number, style: TextStyle = {}): number {
    const element = this.#begun(style.as ?? 'P', this.#document);
    const height = this.#write(text, from, to, style, element);
    element.end();
    return height;
  }

  #begun(tag: string, parent: Element): Element {
    const element = this.pdf.struct(tag);
    parent.add(element);
    return element;
  }

  #write(text: string, from: number, to: number, style: TextStyle, element: Element | null): number {
    const { lines, height } = this.#layout(text, to - from, style);
    for (const line of lines) {
      this.#draw(line, from, to, style, element);
      this.y += height;
    }
    return lines.length * height;
  }

  /** Lines of a long text may go over to the next page. */
  flow(text: string, from: number, to: number, style: TextStyle = {}): void {
    const element = this.#begun(style.as ?? 'P', this.#document);
    const { lines, height } = this.#layout(text, to - from, style);
    for (const line of lines) {
      this.room(height);
      this.#draw(line, from, to, style, element);
      this.y += height;
    }
    element.end();
  }

  /** A picture with what it shows, for who listens. @param fit the most that it is wide and high */
  picture(bytes: Uint8Array, shows: string, fit: [number, number]): void {
    const element = this.pdf.struct('Figure', { alt: shows });
    this.#document.add(element);
    element.add(this.pdf.markStructureContent('Figure'));
    this.pdf.image(Buffer.from(bytes), MARGIN, this.y, { fit });
    this.pdf.endMarkedContent();
    element.end();
  }

  #layout(text: string, width: number, style: TextStyle): { lines: Run[][]; height: number } {
    return { lines: linesOf(text, width, (run) => this.#measure(run, style)), height: (style.size ?? 9) * 1.36 };
  }

  #measure({ text, slice }: Pick<Run, 'text' | 'slice'>, style: TextStyle): number {
    const size = style.size ?? 9;
    const key = `${slice.file} ${style.bold ? 'b' : ''} ${size} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      this.#font({ slice }, style);
      try {
        width = this.pdf.widthOfString(text, this.#shaping({ text, slice }));
      } catch {
        // fontkit does not know that a letter may have no place for a mark, as some Arabic ones have none for some vowels.
        this.#marksAsDrawn.add(text);
        width = this.pdf.widthOfString(text, this.#shaping({ text, slice }));
      }
      this.#widths.set(key, width);
    }
    return width;
  }

  #shaping({ text, slice }: Pick<Run, 'text' | 'slice'>): PDFKit.Mixins.TextOptions {
    return this.#marksAsDrawn.has(text) ? { features: MARKS_AS_DRAWN } : shapingOf(slice);
  }

  #font({ slice }: Pick<Run, 'slice'>, { bold, size = 9 }: TextStyle): void {
    const file = bold && slice.bold ? slice.bold : slice.file;
    if (!this.#fonts.has(file)) {
      this.pdf.registerFont(file, fontBytes(file));
      this.#fonts.add(file);
    }
    this.pdf.font(file).fontSize(size);
  }

  #draw(runs: Run[], from: number, to: number, style: TextStyle, element: Element | null): void {
    if (element) element.add(this.pdf.markStructureContent('Span'));
    else this.pdf.markContent('Artifact', { type: 'Pagination' });
    const total = runs.reduce((sum, run) => sum + this.#measure(run, style), 0);
    // What is read from the right begins there.
    const right = style.align === 'right' || (runs.at(-1)?.level ?? 0) % 2 === 1;
    let x = MARGIN + (right ? to - total : from);
    this.pdf.fillColor(style.grey ? GREY : 'black');
    for (const run of runs) {
      if (run.text === '') continue;
      this.#font(run, style);
      // Fonts of different scripts stand on one line, each by its own height above it.
      this.pdf.text(run.text, x, this.y + (style.size ?? 9), {
        lineBreak: false,
        baseline: 'alphabetic',
        ...this.#shaping(run),
      });
      x += this.#measure(run, style);
    }
    this.pdf.endMarkedContent();
  }

  rule(): void {
    const right = MARGIN + this.width;
    this.pdf.markContent('Artifact', { type: 'Layout' });
    this.pdf.moveTo(MARGIN, this.y).lineTo(right, this.y).lineWidth(0.5).strokeColor('#999999').stroke();
    this.pdf.endMarkedContent();
  }

  /** A table; on every page it goes on to, the heads of its columns come again. @param below leaves room for what must follow a row */
  async table(columns: Column[], rows: Iterable<string[]>): Promise<void> {
    const at = columns.map(({ from, to, align }) => ({ from: from * this.width, to: to * this.width, align }));
    const table = this.#begun('Table', this.#document);
    const heads = (row: Element | null) => {
      const texts = columns.map(({ head }) => head);
      this.#cells(at, texts, { size: 8, bold: true }, row, 'TH');
      this.y += 3;
      this.rule();
      this.y += 3;
    };
    this.room(60);
    heads(this.#begun('TR', table));
    for (const row of rows) {
      const height = Math.max(
        ...row.map((text, index) => {
          const { lines, height: each } = this.#layout(text, at[index]!.to - at[index]!.from, {});
          return lines.length * each;
        }),
      );
      if (this.room(height)) heads(ARTIFACT);
      this.#cells(at, row, {}, this.#begun('TR', table), 'TD');
      this.y += 4;
      if (++this.#rows % ROWS_IN_A_TURN === 0) await turn();
    }
    table.end();
    this.rule();
    this.y += 6;
  }

  #cells(
    at: { from: number; to: number; align: Column['align'] }[],
    texts: string[],
    style: TextStyle,
    row: Element | null,
    tag: 'TH' | 'TD',
  ): void {
    const top = this.y;
    let bottom = top;
    for (const [index, text] of texts.entries()) {
      const { from, to, align } = at[index]!;
      this.y = top;
      const cell = row && this.#begun(tag, row);
      this.#write(text, from, to, { ...style, ...(align ? { align } : {}) }, cell);
      cell?.end();
      bottom = Math.max(bottom, this.y);
    }
    row?.end();
    this.y = bottom;
  }

  /** The whole document, with foot and page numbers on every page. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    const say = sayIn(this.#options.language);
    for (const [index, { first }] of this.#parts.entries()) {
      const last = this.#parts[index + 1]?.first ?? this.#pages;
      for (let page = first; page < last; page++) {
        this.pdf.switchToPage(page);
        if (page % 10 === 9) await turn();
        this.y = this.#height - this.#foot + 14;
        this.rule();
        this.y += 5;
        const top = this.y;
        this.#write(this.#options.foot, 0, this.width - 90, { size: 7.5, grey: true }, ARTIFACT);
        this.y = top;
        const pages = say('Page {page, number} of {pages, number}', {
          page: page - first + 1,
          pages: last - first,
        });
        this.#write(pages, this.width - 90, this.width, { size: 7.5, grey: true, align: 'right' }, ARTIFACT);
      }
    }
    this.#document.end();
    this.pdf.end();
    await this.#done;
    return Buffer.concat(this.#chunks);
  }
}
