import { parse } from 'csv-parse/sync';

/** What a line of DATEV posts, in cents: above 0 where its account is owed more. */
interface ReadPosting {
  cents: number;
  account: string;
  contra: string;
  document: string;
}

/** The postings of a file for DATEV. */
export async function postingsOf(answer: Response): Promise<ReadPosting[]> {
  if (!answer.ok) throw new Error(await answer.text());
  const text = new TextDecoder('windows-1252').decode(await answer.arrayBuffer());
  const rows: string[][] = parse(text, { delimiter: ';', from_line: 3, relax_column_count: true });
  return rows.map((row) => {
    if (row.length !== 125) throw new Error(`a line of ${row.length} fields`);
    const [sum = '', side = ''] = row;
    const cents = Number(sum.replace(',', ''));
    return {
      cents: side === 'S' ? cents : -cents,
      account: row[6] ?? '',
      contra: row[7] ?? '',
      document: row[10] ?? '',
    };
  });
}
