import { eq, inArray } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Settings } from '#contract/office/settings.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Follower } from '#server/engine/news/follow-news.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { ownWords } from '#server/people/mail/own-words.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

type Row = [name: string, value: string];
type Issued = Awaited<ReturnType<typeof issuedToCompanies>>[number];

/** Sends a company each of its invoices and credit notes, to where it has its invoices sent; without such an address, to who ordered. */
export function paperLetters({ config, mail }: { config: Pick<Config, 'baseUrl'>; mail: Mail }): Follower {
  return {
    name: 'paper-letters',
    kinds: ['invoice.issued', 'credit-note.issued'],
    async handle(tx, rows) {
      const issued = await issuedToCompanies(
        tx,
        rows.map(({ subject }) => subject),
      );
      if (issued.length === 0) return;
      const settings = await settingsNow(tx);
      for (const each of issued) await mail.queue(tx, paperLetter(each, settings, config.baseUrl));
    },
  };
}

/** In the language of its order, as the paper is. */
function paperLetter({ paper, order, company }: Issued, settings: Settings, baseUrl: string): Letter {
  const say = wordsOf(settings, order.language);
  const { name: shop } = settings.company;
  const { number } = paper;
  const isInvoice = paper.series === 'invoice';
  const corrects = paper.document?.model.corrects?.number;
  const dueOn = paper.dueOn ?? order.dueOn;
  // Nothing is due of what is credited.
  const due = isInvoice && order.state === 'open' && dueOn !== null ? say.written(dueOn) : '';
  const facts = factsOf({ paper, order, company }, say);
  return letter({
    say,
    to: company.invoiceEmail === '' ? order.email : company.invoiceEmail,
    about: 'paper',
    papers: [number],
    subject: isInvoice
      ? say('Invoice {number} from {shop}', { number, shop })
      : say('Credit note {number} from {shop}', { number, shop }),
    from: shop,
    heading: isInvoice ? say('Invoice {number}', { number }) : say('Credit note {number}', { number }),
    paragraphs: [
      say('To {company}: the document is attached, as PDF for people and as XML for programs.', {
        company: plainName(company.name),
      }),
    ],
    facts: [
      ...(corrects === undefined ? [] : [[say('For invoice'), corrects] satisfies Row]),
      [say('Order'), String(order.number)],
      ...(order.purchaseOrder === '' ? [] : [[say('Your order number'), plainName(order.purchaseOrder)] satisfies Row]),
      [say('Total'), facts.total],
      ...(due === '' ? [] : [[say('Due'), due] satisfies Row]),
      ...(paper.document?.model.payment.cashDiscount ?? []).map((terms) => discountRow(terms, say)),
    ],
    action: { label: say('View the order'), url: `${baseUrl}/dashboard/orders/${order.id}` },
    own: isInvoice
      ? ownWords(settings, 'invoice', { ...facts, dueDay: due })
      : ownWords(settings, 'creditNote', { ...facts, invoiceNumber: corrects ?? '', creditNote: number }),
    reason: say('You are receiving this e-mail because {company} has its invoices from {shop} sent here.', {
      company: plainName(company.name),
      shop,
    }),
  });
}

function discountRow({ percent, until, cents }: { percent: number; until: string; cents: number }, say: Words): Row {
  return [
    say('{percent} % cash discount', { percent: say.percent(percent) }),
    say('until {day} {amount}', { day: say.written(until), amount: say.money(centsToMoney(cents)) }),
  ];
}

/** What letters with an invoice and with a credit note may both name. */
function factsOf({ paper, order, company }: Issued, say: Words) {
  return {
    company: company.name,
    orderNumber: String(order.number),
    purchaseOrder: order.purchaseOrder,
    invoiceNumber: paper.number,
    total: say.money(centsToMoney(paper.totalCents)),
  };
}

async function issuedToCompanies(tx: Tx, numbers: string[]) {
  return tx
    .select({ paper: invoices, order: orders, company: { name: companies.name, invoiceEmail: companies.invoiceEmail } })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(inArray(invoices.number, numbers))
    .orderBy(invoices.issuedAt, invoices.number);
}
