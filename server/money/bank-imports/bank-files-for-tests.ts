import type { BankImport } from '#contract/money/bank-imports.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

/** One booking of a statement; `parts` are the payments of one that many came together in. */
interface Booking {
  amount: number;
  date: string;
  text?: string;
  payer?: string;
  way?: 'CRDT' | 'DBIT';
  status?: string;
  currency?: string;
  ref?: string;
  parts?: Pick<Booking, 'amount' | 'text' | 'payer'>[];
}

/** A statement in CAMT.053 as banks give it. */
export function camtOf(bookings: Booking[], version = '08'): string {
  const details = ({ amount, text = '', payer = '' }: Pick<Booking, 'amount' | 'text' | 'payer'>, currency: string) =>
    `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="${currency}">${amount.toFixed(2)}</Amt>
      <RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Tradebench Tools</Nm></Pty></Cdtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
  const entries = bookings.map(
    ({ amount, date, way = 'CRDT', status = 'BOOK', currency = 'USD', ref = '', parts, ...said }) => {
      const all = parts ?? [{ amount, ...said }];
      return `<Ntry><Amt Ccy="${currency}">${amount.toFixed(2)}</Amt><CdtDbtInd>${way}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
      <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>${ref}</AcctSvcrRef>
      <NtryDtls>${all.map((each) => details(each, currency)).join('')}</NtryDtls></Ntry>`;
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>NO9386011117947</IBAN></Id></Acct><Bal><Amt Ccy="USD">9999.00</Amt></Bal>${entries.join('')}</Stmt>
</BkToCstmrStmt></Document>`;
}

/** The calls about banks' files, as somebody. */
export function bankCalls(shop: TestShop, as: string) {
  const send = (file: string, query = '') =>
    shop.app.fetch(
      new Request(`http://shop.test/import/bank?name=statement${query}`, {
        method: 'POST',
        body: file,
        headers: { authorization: `Bearer ${as}`, origin: 'http://shop.test' },
      }),
    );
  return {
    send,
    async read(file: string, query = ''): Promise<BankImport> {
      const answer = await send(file, query);
      if (answer.status !== 201) throw new Error(await answer.text());
      return (await answer.json()) as BankImport;
    },
    commit: ({ _id }: Pick<BankImport, '_id'>, body?: object) =>
      shop.call('POST', `/import/${_id}/commit`, { as, ...(body ? { body } : {}) }),
    decide: ({ _id }: Pick<BankImport, '_id'>, body: object) =>
      shop.call('POST', `/bank-import/${_id}/payment`, { as, body }),
  };
}
