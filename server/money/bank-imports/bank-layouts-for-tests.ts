/**
 * Files as banks lay them out, with invented names and numbers. Every one holds the same two payments: 1234.50 from Müller & Söhne for
 * invoice 2026-000123 on 23 November 2026, and 87.90 that went out on 24 November; some have more around them.
 */
export interface BankLayout {
  bank: string;
  file: string | Uint8Array;
  currency: string;
  /** Of the payment that came in, where it is not Müller & Söhne; empty: the bank has no place for it. */
  payer?: string;
  /** The shop's account as it is read; empty where the file does not say. */
  account?: string;
  /** Payments that the bank has not booked. */
  pending?: number;
  /** Rows that are told and left out. */
  leftOut?: number;
  /** What somebody says of its columns. */
  columns?: { date: string; amount: string; reference?: string[]; payer?: string };
}

export const PAYER = 'Müller & Söhne';
export const IBAN = 'DE02120300000000202051';

/** Letters and € of Windows-1252. */
export const in1252 = (text: string) =>
  Uint8Array.from([...text], (sign) => (sign === '€' ? 0x80 : sign.codePointAt(0)!));
export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;

/** Those in CSV of Germany, Austria and Switzerland. */
export function csvLayouts(): BankLayout[] {
  const card = `"";"23.11.26";"24.11.26"`;
  return [
    {
      bank: 'Sparkasse, CSV-CAMT',
      file: in1252(
        lines(
          '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
          `"${IBAN}";"25.11.26";"25.11.26";"GUTSCHR. UEBERWEISUNG";"2026-000999";"";"";"";"";"";"";"Somebody";"";"";"5,00";"EUR";"Umsatz vorgemerkt"`,
          `"${IBAN}";"24.11.26";"24.11.26";"FOLGELASTSCHRIFT";"Strom";"DE1";"M1";"";"";"";"";"Power Co";"";"";"-87,90";"EUR";"Umsatz gebucht"`,
          `"${IBAN}";"23.11.26";"23.11.26";"GUTSCHR. UEBERWEISUNG";"Rechnung 2026-000123";"";"";"NOTPROVIDED";"";"";"";"${PAYER}";"DE89370400440532013000";"COBADEFFXXX";"1.234,50";"EUR";"Umsatz gebucht"`,
        ),
      ),
      currency: 'EUR',
      account: IBAN,
      pending: 1,
    },
    {
      bank: 'DKB',
      file: `\uFEFF${lines(
        '"Girokonto";"DE02120300000000202051"',
        '"Zeitraum:";"01.11.2026 - 30.11.2026"',
        '"Kontostand vom 30.11.2026:";"2.146,60 €"',
        '""',
        '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
        `${card.slice(3)};"Vorgemerkt";"Somebody";"Hand Tools Ltd";"2026-000999";"Eingang";"";"5,00";"";"";""`,
        '"24.11.26";"24.11.26";"Gebucht";"Hand Tools Ltd";"Power Co";"Strom";"Ausgang";"DE1";"-87,90";"";"";""',
        `"23.11.26";"23.11.26";"Gebucht";"${PAYER}";"Hand Tools Ltd";"Rechnung 2026-000123";"Eingang";"DE89370400440532013000";"1.234,50";"";"";""`,
      )}`,
      currency: 'EUR',
      pending: 1,
    },
    {
      bank: 'Commerzbank',
      file: `\uFEFF${lines(
        'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie',
        '24.11.2026;24.11.2026;Lastschrift;"Power Co Strom";-87,90;EUR;DE02120300000000202051;Wohnen',
        '23.11.2026;23.11.2026;Gutschrift;"Müller & Söhne Rechnung 2026-000123 End-to-End-Ref.: NOTPROVIDED";1234,50;EUR;DE02120300000000202051;Einnahmen',
      )}`,
      currency: 'EUR',
      payer: '',
      account: IBAN,
    },
    {
      bank: 'Deutsche Bank',
      file: in1252(
        lines(
          'Umsätze Geschäftskonto;;;Kundennummer: 100 1234567',
          '01.11.2026 - 30.11.2026',
          'Letzter Kontostand;;;;1.000,00;EUR',
          'Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.',
          'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz ;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
          `23.11.2026;23.11.2026;SEPA-Gutschrift;${PAYER};Rechnung 2026-000123;DE89370400440532013000;COBADEFFXXX;;;;;;;;;;1.234,50;EUR`,
          '24.11.2026;24.11.2026;SEPA-Lastschrift;Power Co;Strom;DE1;B;;;;;;;;;-87,90;;EUR',
          'Kontostand;30.11.2026;;;2.146,60;EUR',
        ),
      ),
      currency: 'EUR',
      leftOut: 1,
    },
    {
      bank: 'ING',
      file: in1252(
        lines(
          'Umsatzanzeige;Datei erstellt am: 28.11.2026 10:00',
          '',
          'IBAN;DE02 1203 0000 0000 2020 51',
          'Kontoname;Girokonto',
          'Zeitraum;01.11.2026 - 28.11.2026',
          'Saldo;2.146,60;EUR',
          '',
          'In der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.',
          '',
          'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
          '24.11.2026;24.11.2026;Power Co;Lastschrift;Strom;2.146,60;EUR;-87,90;EUR',
          `23.11.2026;23.11.2026;${PAYER};Gutschrift;Rechnung 2026-000123;2.234,50;EUR;1.234,50;EUR`,
        ),
      ),
      currency: 'EUR',
    },
    {
      bank: 'Postbank, with signs of currency',
      file: in1252(
        lines(
          'Umsatzauskunft - gebuchte Umsätze;',
          'Name;Hand Tools Ltd',
          'Kontonummer;202051',
          'Kontostand;2.146,60 €',
          '',
          'Buchungstag;Wertstellung;Umsatzart;Buchungsdetails;Auftraggeber;Empfänger;Betrag (€);Saldo (€)',
          '24.11.2026;24.11.2026;Lastschrift;Strom;Hand Tools Ltd;Power Co;-87,90 €;2.146,60 €',
          `23.11.2026;23.11.2026;Gutschrift;Rechnung 2026-000123;${PAYER};Hand Tools Ltd;1.234,50 €;2.234,50 €`,
        ),
      ),
      currency: 'EUR',
    },
    {
      bank: 'Volksbank',
      file: `\uFEFF${lines(
        'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Gekennzeichneter Umsatz;Glaeubiger ID;Mandatsreferenz',
        `Kontokorrent;${IBAN};GENODEF1XXX;Volksbank;24.11.2026;24.11.2026;Power Co;DE1;B;Basislastschrift;Strom;-87,90;EUR;2146,60;;;;`,
        `Kontokorrent;${IBAN};GENODEF1XXX;Volksbank;23.11.2026;23.11.2026;${PAYER};DE2;B;Überweisungsgutschr.;Rechnung 2026-000123;1234,50;EUR;2234,50;;;;`,
      )}`,
      currency: 'EUR',
      account: IBAN,
    },
    {
      bank: 'Erste, George',
      file: Buffer.from(
        `\uFEFF${lines(
          '"Buchungsdatum","Partnername","Partner IBAN","BIC/SWIFT","Partner Kontonummer","Bankleitzahl","Betrag","Währung","Buchungs-Details"',
          '"24.11.2026","Power Co","AT1","B","","","-87,90","EUR","Strom"',
          `"23.11.2026","${PAYER}","AT2","B","","","1.234,50","EUR","Rechnung 2026-000123"`,
        )}`,
        'utf16le',
      ),
      currency: 'EUR',
    },
    {
      bank: 'Raiffeisen ELBA, without headings',
      file: `\uFEFF${lines(
        `23.11.2026;"Rechnung 2026-000123 Auftraggeber: Müller & Söhne";23.11.2026;1.234,50;EUR;23.11.2026 06:00:00:000`,
        '24.11.2026;"Strom Zahlungsempfänger: Power Co";24.11.2026;-87,90;EUR;24.11.2026 06:00:00:000',
      )}`,
      currency: 'EUR',
      payer: '',
      columns: { date: 'Column A', reference: ['Column B'], amount: 'Column D' },
    },
    {
      bank: 'PostFinance',
      file: `\uFEFF${lines(
        'Datum von:;="2026-11-01"',
        'Datum bis:;="2026-11-30"',
        'Buchungsart:;="Alle Buchungen"',
        'Konto:;="CH9300762011623852957"',
        'Währung:;="CHF"',
        '',
        'Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie',
        '24.11.2026;Lastschrift;"Power Co Strom";;-87.90;;',
        '23.11.2026;Gutschrift;"Gutschrift Absender: Müller & Söhne Mitteilungen: 2026-000123";1234.5;;;',
        '',
        'Disclaimer:',
        'Dies ist kein durch die Bank erstelltes Dokument.',
      )}`,
      currency: 'CHF',
      payer: '',
      leftOut: 2,
    },
    {
      bank: 'UBS',
      file: `\uFEFF${lines(
        'Kontonummer:;0234 00123456.01;',
        'IBAN:;CH55 0023 4234 1234 5601 A;',
        'Von:;2026-11-01;',
        'Bis:;2026-11-30;',
        'Anfangssaldo:;1000.00;',
        'Schlusssaldo:;2146.60;',
        'Bewertet in:;CHF;',
        'Anzahl Transaktionen in diesem Zeitraum:;2;',
        '',
        'Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten',
        `2026-11-24;;2026-11-24;2026-11-24;CHF;-87.90;;;2146.60;T2;Power Co;Belastung;Strom;`,
        `2026-11-23;;2026-11-23;2026-11-23;CHF;;1234.50;;2234.50;T1;"${PAYER}";Gutschrift;Zahlungsgrund: 2026-000123;`,
      )}`,
      currency: 'CHF',
    },
    {
      bank: 'Sparkasse, CSV-MT940, whose days of booking have no year',
      file: in1252(
        lines(
          '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Begünstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Währung";"Info"',
          '"202051";"24.11.";"24.11.26";"LASTSCHRIFT";"SVWZ+Strom";"Power Co";"1";"B";"-87,90";"EUR";"Umsatz gebucht"',
          `"202051";"23.11.";"24.11.26";"GUTSCHRIFT";"EREF+NOTPROVIDED SVWZ+Rechnung 2026-000123";"${PAYER}";"1";"B";"1234,50";"EUR";"Umsatz gebucht"`,
        ),
      ),
      currency: 'EUR',
      account: '202051',
    },
  ];
}
