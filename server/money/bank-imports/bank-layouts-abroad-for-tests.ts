import { type BankLayout, in1252, lines, PAYER } from './bank-layouts-for-tests.ts';

/** The letters beyond ASCII that the files in windows-1250 have. */
const IN_1250: Record<string, number> = { ł: 0xb3, ę: 0xea, ś: 0x9c, ń: 0xf1, ó: 0xf3, ą: 0xb9, í: 0xed, ú: 0xfa };
const MORE_IN_1250: Record<string, number> = { č: 0xe8, á: 0xe1, ě: 0xec, é: 0xe9, ý: 0xfd, ü: 0xfc, ö: 0xf6, ů: 0xf9 };
const OTHERS_IN_1250: Record<string, number> = { Č: 0xc8, ř: 0xf8, š: 0x9a, ž: 0x9e, '\u00A0': 0xa0 };

function in1250(text: string): Uint8Array {
  const bytes: Record<string, number> = { ...IN_1250, ...MORE_IN_1250, ...OTHERS_IN_1250 };
  return Uint8Array.from([...text], (sign) => bytes[sign] ?? sign.codePointAt(0)!);
}

/** Those in CSV of the Nordic countries, the United Kingdom, Poland and Czechia, and of a bank for all of Europe. */
export function csvLayoutsAbroad(): BankLayout[] {
  return [
    {
      bank: 'Nordea, Sweden',
      file: `\uFEFF${lines(
        'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
        '2026/11/24;-87,90;1234 56 78901;;;Power Co;2146,60;SEK',
        `2026/11/23;1234,50;;1234 56 78901;${PAYER};2026-000123;2234,50;SEK`,
      )}`,
      currency: 'SEK',
    },
    {
      bank: 'Nordea, Finland',
      file: `\uFEFF${lines(
        'Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viesti;Viitenumero;Saldo;Valuutta',
        '2026/11/24;-87,90;FI2112345600000785;;Power Co;Power Co;;;2146,60;EUR',
        `2026/11/23;1 234,50;;FI2112345600000785;${PAYER};;2026-000123;;2234,50;EUR`,
      )}`,
      currency: 'EUR',
    },
    {
      bank: 'Danske Bank',
      file: in1252(
        lines(
          '"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
          '"23.11.2026";"Müller & Söhne 2026-000123";"1.234,50";"2.234,50";"Udført";"Nej"',
          '"24.11.2026";"Power Co";"-87,90";"2.146,60";"Udført";"Nej"',
          '"27.11.2026";"Somebody";"5,00";"";"Venter";"Nej"',
        ),
      ),
      currency: 'DKK',
      payer: '',
      pending: 1,
    },
    {
      bank: 'Barclays',
      file: in1252(
        lines(
          'Number,Date,Account,Amount,Subcategory,Memo',
          '\t ,24/11/2026,20-20-15 55555555,-87.90,Direct Debit,POWER CO\tDDR',
          '\t ,23/11/2026,20-20-15 55555555,1234.50,Counter Credit,MULLER & SONS\t2026-000123 BGC',
        ),
      ),
      currency: 'GBP',
      payer: '',
    },
    {
      bank: 'Lloyds, with columns for what came and what went',
      file: lines(
        'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
        "24/11/2026,DD,'30-00-00,12345678,POWER CO,87.90,,2146.60",
        "23/11/2026,FPI,'30-00-00,12345678,MULLER & SONS 2026-000123,,1234.50,2234.50",
      ),
      currency: 'GBP',
      payer: '',
    },
    {
      bank: 'HSBC, with pounds and blanks that do not break',
      file: in1252(
        lines(
          'Date,Type,Description,Paid out,Paid in,Balance',
          '23 Nov 2026,CR,MULLER & SONS 2026-000123,,"£1\u00A0234.50","£2\u00A0234.50"',
          '24 Nov 2026,DD,POWER CO,£87.90,,"£2\u00A0146.60"',
        ),
      ),
      currency: 'GBP',
      payer: '',
    },
    {
      bank: 'mBank',
      file: in1250(
        lines(
          'mBank S.A. Bankowość Korporacyjna;',
          '#Klient;',
          'Hand Tools;',
          '#Za okres:;',
          '01.11.2026;30.11.2026;',
          '',
          '#Data księgowania;#Data operacji;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;',
          '2026-11-23;2026-11-23;PRZELEW PRZYCHODZĄCY;"Faktura 2026-000123";"Müller & Söhne";\'PL61109010140000071219812874\';1 234,50;2 234,50;'.replace(
            'Ą',
            'A',
          ),
          '2026-11-24;2026-11-24;PRZELEW;"Energia";"Świat";\'PL1\';-87,90;2 146,60;'.replace('Ś', 'S'),
          '',
          ';;;;;#Saldo końcowe;2 146,60 PLN;',
        ),
      ),
      currency: 'PLN',
      leftOut: 1,
    },
    {
      bank: 'Fio',
      file: `\uFEFF${lines(
        '"accountId";"2345678901"',
        '"bankId";"2010"',
        '"currency";"CZK"',
        '"openingBalance";"1000,00"',
        '"closingBalance";"2146,60"',
        '',
        '"ID operace";"Datum";"Objem";"Měna";"Protiúčet";"Název protiúčtu";"Kód banky";"Název banky";"KS";"VS";"SS";"Poznámka";"Zpráva pro příjemce";"Typ";"Provedl";"Upřesnění";"Komentář";"BIC";"ID pokynu"',
        `"1";"23.11.2026";"1234,50";"CZK";"123";"${PAYER}";"0100";"KB";"";"2026000123";"";"2026-000123";"Bezhotovostní příjem";"";"";"";"";"1"`,
        '"2";"24.11.2026";"-87,90";"CZK";"124";"Power Co";"0100";"KB";"";"";"";"";"Proud";"Bezhotovostní platba";"";"";"";"";"2"',
      )}`,
      currency: 'CZK',
    },
    {
      bank: 'ČSOB',
      file: in1250(
        lines(
          'Pohyby na účtu 123456789/0300',
          '',
          'číslo účtu;datum zaúčtování;částka;měna;zůstatek;číslo protiúčtu;kód banky protiúčtu;jméno protistrany;konstantní symbol;variabilní symbol;specifický symbol;označení operace;ID transakce;poznámka',
          `123456789;24.11.2026;-87,90;CZK;2146,60;1;0100;Power Co;;;;Trvalý příkaz;2;Proud`,
          `123456789;23.11.2026;1234,50;CZK;2234,50;2;0100;${PAYER};;2026000123;;Příchozí úhrada;1;2026-000123`,
        ),
      ),
      currency: 'CZK',
    },
    {
      bank: 'PKO BP, which writes on in columns without a heading',
      file: in1250(
        lines(
          '"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji","","",""',
          '"2026-11-24","2026-11-24","Przelew","-87.90","PLN","+2146.60","Rachunek odbiorcy: 1","Nazwa odbiorcy: Power Co","Energia",""',
          `"2026-11-23","2026-11-23","Przelew na rachunek","+1234.50","PLN","+2234.50","Rachunek nadawcy: 2","Nazwa nadawcy: ${PAYER}","Faktura 2026-000123",""`,
        ),
      ),
      currency: 'PLN',
      payer: '',
    },
    {
      bank: 'ING, Poland',
      file: in1250(
        lines(
          '"Lista transakcji"',
          '',
          '"Data transakcji";"Data księgowania";"Dane kontrahenta";"Tytuł";"Nr rachunku";"Nazwa banku";"Nr transakcji";"Kwota transakcji (waluta rachunku)";"Waluta";"Kwota blokady/zwolnienie blokady";"Waluta";"Konto";"Saldo po transakcji";"Waluta"',
          `2026-11-24;2026-11-24;"Power Co";"Energia";'1';;'201';-87,90;PLN;;;Konto;2146,60;PLN`,
          `2026-11-23;2026-11-23;"${PAYER}";"Faktura 2026-000123";'2';;'202';1234,50;PLN;;;Konto;2234,50;PLN`,
        ),
      ),
      currency: 'PLN',
    },
    {
      bank: 'Handelsbanken',
      file: lines(
        'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo',
        '2026-11-24;2026-11-24;Power Co;-87,90;2 146,60',
        `2026-11-23;2026-11-23;${PAYER} 2026-000123;1 234,50;2 234,50`,
      ),
      currency: 'SEK',
      payer: '',
    },
    {
      bank: 'Qonto',
      file: lines(
        'Settlement date (UTC);Operation date (UTC);Amount (incl. VAT);Currency;Debit;Credit;Payment method;Reference;Counterparty name;Counterparty IBAN;Status;Transaction ID',
        '24-11-2026 10:00:00;24-11-2026 10:00:00;-87,90;EUR;87,90;0,00;Transfer;Strom;Power Co;DE1;Settled;q2',
        `23-11-2026 10:00:00;22-11-2026 10:00:00;1234,50;EUR;0,00;1234,50;Transfer;Rechnung 2026-000123;${PAYER};DE2;Settled;q1`,
      ),
      currency: 'EUR',
    },
  ];
}
