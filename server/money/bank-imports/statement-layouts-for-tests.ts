import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type BankLayout, IBAN, in1252, lines } from './bank-layouts-for-tests.ts';

/** @param name of a party: within Pty from version 08 on */
const camtEntries = (name: (text: string) => string) => `
<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">1234.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>STS</Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt>
<ValDt><Dt>2026-11-24</Dt></ValDt><AcctSvcrRef>B1</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF+166</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>
<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">1234.50</Amt></TxAmt></AmtDtls>
<RltdPties><Dbtr>${name('Müller &amp; Söhne')}</Dbtr><Cdtr>${name('Hand Tools Ltd')}</Cdtr></RltdPties>
<RmtInf><Ustrd>Rechnung 2026-000123</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">87.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>STS</Sts><BookgDt><DtTm>2026-11-24T08:00:00</DtTm></BookgDt>
<AcctSvcrRef>B2</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr>${name('Hand Tools Ltd')}</Dbtr><Cdtr>${name('Power Co')}</Cdtr></RltdPties>
<RmtInf><Ustrd>Strom</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;

function camt(kind: '052' | '053' | '054', version: string, account = IBAN): string {
  const [root, statement] = {
    '052': ['BkToCstmrAcctRpt', 'Rpt'],
    '053': ['BkToCstmrStmt', 'Stmt'],
    '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  }[kind] as [string, string];
  const isNew = Number(version) >= 8;
  const entries = camtEntries((text) => (isNew ? `<Pty><Nm>${text}</Nm></Pty>` : `<Nm>${text}</Nm>`)).replaceAll(
    '<Sts>STS</Sts>',
    isNew ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>',
  );
  const balances = kind === '053' ? balance('PRCD', '1000.00') + balance('CLBD', '2146.60') : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${root}><GrpHdr><MsgId>1</MsgId></GrpHdr>
<${statement}><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balances}${entries}</${statement}></${root}></Document>`;
}

async function zipOf(files: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const GERMAN_MT940 = lines(
  ':20:STARTUMSE',
  ':25:12030000/202051',
  ':28C:00011/001',
  ':60F:C261122EUR1000,00',
  ':61:2611241123CR1234,50N166NONREF//B1',
  ':86:166?00GUTSCHRIFT?109310?20EREF+NOTPROVIDED?21SVWZ+Rechnung 2026-000?22123?30COBADEFFXXX?31DE89370400440532013000?32Müller ',
  '& Söhne?34888',
  ':61:2611241124DR87,90N117NONREF',
  ':86:117?00LASTSCHRIFT?20SVWZ+Strom?32Power Co',
  ':62F:C261124EUR2146,60',
  '-',
);

/** Of a day on which nothing moved. */
const EMPTY_MT940 = lines(
  ':20:STARTUMSE',
  ':25:12030000/202051',
  ':28C:00012/001',
  ':60F:C261124EUR2146,60',
  ':62F:C261125EUR2146,60',
  '-',
);

const DUTCH_MT940 = lines(
  'ABNANL2A',
  '940',
  'ABNANL2A',
  ':20:ABN AMRO BANK NV',
  ':25:NL20INGB0001234567 EUR',
  ':28:32801/1',
  ':60F:C261122EUR1000,00',
  ':61:2611231123C1234,5N654NONREF',
  ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME',
  '/Müller & Söhne/REMI/2026-000123/EREF/NOTPROVIDED',
  ':61:2611241124D87,9N426NONREF',
  ':86:BEA   NR:AB1234   24.11.26/08.00 Power Co',
  ':62F:C261124EUR2146,6',
  '-',
);

const PLAIN_MT940 = `{1:F01BANKGB2LXXXX0000000000}{2:I940BANKGB2LXXXXN}{4:\n:20:1\n:25:GB33BUKB20201555555555\n:28C:1/1\n:60F:C261122GBP1000,00\n:61:261123C1234,50NTRFNONREF//B1\nINVOICE 2026-000123\n:61:261124D87,90NDDTNONREF\n:86:POWER CO\n:62F:C261124GBP2146,60\n-}`;

/** Those in CAMT and MT940. */
export async function statementLayouts(): Promise<BankLayout[]> {
  return [
    { bank: 'CAMT.053.001.02', file: camt('053', '02'), currency: 'EUR', account: IBAN },
    { bank: 'CAMT.053.001.04', file: camt('053', '04'), currency: 'EUR', account: IBAN },
    { bank: 'CAMT.053.001.08', file: camt('053', '08'), currency: 'EUR', account: IBAN },
    { bank: 'CAMT.054', file: camt('054', '04'), currency: 'EUR', account: IBAN },
    { bank: 'CAMT.052', file: camt('052', '02'), currency: 'EUR', account: IBAN },
    {
      bank: 'a ZIP of CAMT, with the notices and a paper of it',
      file: await zipOf({
        '2026-11-24_C53.xml': camt('053', '08'),
        '2026-11-24_C54.xml': camt('054', '08'),
        'Kontoauszug.pdf': '%PDF-1.7',
      }),
      currency: 'EUR',
      account: IBAN,
      leftOut: 2,
    },
    {
      bank: 'a ZIP of MT940, with the report of the day before and a paper of it',
      file: await zipOf({
        'Kontoauszug.pdf': '%PDF-1.7',
        'UMSATZ.STA': in1252(GERMAN_MT940),
        'VORMERK.STA': lines(':20:1', ':25:12030000/202051', ':34F:EUR0,', ':61:261124C5,NTRFNONREF', '-'),
      }),
      currency: 'EUR',
      account: '120300000000202051',
      leftOut: 2,
    },
    {
      bank: 'a ZIP of a MT940 for each day',
      file: await zipOf({ '24.sta': GERMAN_MT940, '25.sta': `\uFEFF${EMPTY_MT940}` }),
      currency: 'EUR',
      account: '120300000000202051',
    },
    {
      bank: 'a ZIP of CAMT and MT940 that say the same',
      file: await zipOf({ 'a.sta': in1252(GERMAN_MT940), 'b.xml': camt('053', '02'), 'c.xml': camt('052', '02') }),
      currency: 'EUR',
      account: IBAN,
      leftOut: 2,
    },
    { bank: 'MT940, German', file: in1252(GERMAN_MT940), currency: 'EUR', account: '120300000000202051' },
    { bank: 'MT940, Dutch', file: DUTCH_MT940, currency: 'EUR', account: 'NL20INGB0001234567' },
    { bank: 'MT940, plain', file: PLAIN_MT940, currency: 'GBP', payer: '', account: 'GB33BUKB20201555555555' },
  ];
}
