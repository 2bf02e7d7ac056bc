import type { TestShop } from '#server/shop-for-tests.ts';

/**
 * What the shop says to a file that somebody sends: the status; where its errors stand (`row column`, by commas) or the
 * code of the refusal; the first sentence.
 * @param path the call that takes it, such as `/import/tools`
 */
export async function answerToFile(
  shop: TestShop,
  token: string,
  path: string,
  body: string | Uint8Array,
): Promise<[number, string, string]> {
  const response = await shop.app.fetch(
    new Request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  );
  const said = (await response.json()) as {
    code?: string;
    message?: string;
    errors?: { row: number; column: string; message: string }[];
  };
  return response.status === 201
    ? [201, said.errors!.map(({ row, column }) => `${row} ${column}`).join(), said.errors![0]?.message ?? '']
    : [response.status, said.code ?? '', said.message ?? ''];
}

/** Seconds of the processor that a file may take: each of the hostile ones took minutes, or ended the process. */
export const MOST_SECONDS = 8;

/** Seconds of this process's processor that something takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
