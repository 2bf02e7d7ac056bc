import { eq, inArray } from 'drizzle-orm';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import { writtenDay } from '#contract/days.ts';
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
      const { company: shop, currency } = settings;
      for (const { paper, order, company } of issued) {
        const what = paper.series === 'invoice' ? 'Invoice' : 'Credit note';
        const corrects = paper.document?.model.corrects?.number;
        const dueOn = paper.dueOn ?? order.dueOn;
        // Nothing is due of what is credited.
        const isOwed = paper.series === 'invoice' && order.state === 'open';
        const due = isOwed && dueOn !== null ? writtenDay(dueOn) : '';
        await mail.queue(
          tx,
          letter({
            to: company.invoiceEmail === '' ? order.email : company.invoiceEmail,
            about: 'paper',
            papers: [paper.number],
            subject: `${what} ${paper.number} from ${shop.name}`,
            from: shop.name,
            heading: `${what} ${paper.number}`,
            paragraphs: [
              `To ${plainName(company.name)}: the document is attached, as PDF for people and as XML for programs.`,
            ],
            facts: [
              ...(corrects === undefined ? [] : [['For invoice', corrects] satisfies [string, string]]),
              ['Order', String(order.number)],
              ...(order.purchaseOrder === ''
                ? []
                : [['Your order number', plainName(order.purchaseOrder)] satisfies [string, string]]),
              ['Total', formatMoney(centsToMoney(paper.totalCents), currency)],
              ...(due === '' ? [] : [['Due', due] satisfies [string, string]]),
              ...(paper.document?.model.payment.cashDiscount ?? []).map(
                ({ percent, until, cents }): [string, string] => [
                  `${percent} % cash discount`,
                  `until ${writtenDay(until)} ${formatMoney(centsToMoney(cents), currency)}`,
                ],
              ),
            ],
            action: { label: 'View the order', url: `${config.baseUrl}/dashboard/orders/${order.id}` },
            own:
              paper.series === 'invoice'
                ? ownWords(settings, 'invoice', {
                    ...factsOf(paper, order, company.name, currency),
                    dueDay: due,
                  })
                : ownWords(settings, 'creditNote', {
                    ...factsOf(paper, order, company.name, currency),
                    invoiceNumber: corrects ?? '',
                    creditNote: paper.number,
                  }),
            reason: `You are receiving this e-mail because ${plainName(company.name)} has its invoices from ${shop.name} sent here.`,
          }),
        );
      }
    },
  };
}

/** What letters with an invoice and with a credit note may both name. */
function factsOf(
  { number, totalCents }: typeof invoices.$inferSelect,
  order: typeof orders.$inferSelect,
  company: string,
  currency: string,
) {
  const total = formatMoney(centsToMoney(totalCents), currency);
  return {
    company,
    orderNumber: String(order.number),
    purchaseOrder: order.purchaseOrder,
    invoiceNumber: number,
    total,
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
