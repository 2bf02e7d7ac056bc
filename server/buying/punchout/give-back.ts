import { sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { type GivenLine, givenLines } from './given-lines.ts';
import { handOver } from './hand-over.ts';
import { noteCall } from './log.ts';
import { ociFields } from './oci-fields.ts';
import { orderMessage } from './order-message.ts';
import { priceForConnection, toolsById } from './priced-visit.ts';
import { linesOf, noteGivenBack, type Visit } from './visits.ts';

export interface GivingParts {
  config: Pick<Config, 'baseUrl'>;
  database: Database;
  settings: SettingsStore;
}

/**
 * What lies in the basket of a visit, priced now, for the buyer's system.
 * @throws AppError OUT_OF_STOCK where something cannot be ordered as it stands
 */
export async function readyLines({ database, settings }: GivingParts, visit: Visit): Promise<GivenLine[]> {
  const { terms } = await settings.read();
  const lines = await linesOf(database.db, visit);
  const country = visit.country ?? visit.buyer.country;
  const priced = await priceForConnection(database, visit.connection, terms, lines, country);
  const wrong = priced.lines.filter(({ problem }) => problem !== null).length;
  if (wrong > 0)
    throw new AppError(
      'OUT_OF_STOCK',
      wrong === 1
        ? sentence('One line cannot be ordered as it stands. Change or remove it, then give the basket back.')
        : sentence('{wrong} lines cannot be ordered as they stand. Change or remove them, then give the basket back.', {
            wrong,
          }),
    );
  const tools = await toolsById(
    database.db,
    lines.map(({ toolId }) => toolId),
  );
  return givenLines(priced, tools, terms, new Date());
}

/** The page that gives a basket back, or nothing of it. @throws AppError OUT_OF_STOCK */
export async function giveBack(parts: GivingParts, visit: Visit, what: 'basket' | 'nothing'): Promise<Response> {
  const lines = what === 'basket' ? await readyLines(parts, visit) : [];
  const fields = await fieldsOf(parts, visit, lines);
  await noteGivenBack(parts.database.db, visit);
  const count = `${lines.length.toLocaleString('en-US')} ${lines.length === 1 ? 'line' : 'lines'}`;
  await noteCall(parts.database.db, visit.connectionId, {
    what: visit.isTried ? 'try' : 'give-back',
    ok: true,
    said: what === 'basket' ? `Gave back ${count}` : 'Left without buying',
  });
  return handOver({
    title: what === 'basket' ? 'Your basket goes back' : 'Back to your system',
    returnTo: visit.returnTo,
    hosts: visit.connection.hosts,
    fields,
    says:
      what === 'basket'
        ? `${count} on the way to your purchasing system. If nothing happens, press the button.`
        : 'Nothing was chosen. If nothing happens, press the button.',
  });
}

async function fieldsOf(
  { config, settings }: GivingParts,
  { connection, buyerCookie, parties, looksOnly }: Visit,
  lines: readonly GivenLine[],
): Promise<[string, string][]> {
  const { currency, company } = (await settings.read()).settings;
  if (connection.kind === 'oci') return ociFields(lines, connection, currency);
  const message = orderMessage(
    {
      lines,
      connection,
      buyerCookie,
      parties: parties ?? { from: [], to: [] },
      looksOnly,
      currency,
      host: new URL(config.baseUrl).host,
      shopName: company.name,
    },
    new Date(),
  );
  return [['cXML-urlencoded', message]];
}
