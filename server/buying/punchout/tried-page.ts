import { sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { readForm } from './asked-form.ts';
import { type Element, readXml } from './cxml-read.ts';
import { html } from './html.ts';
import { documentOf, pageResponse } from './page-shell.ts';
import { ownOrigins } from '#server/people/identity/origin.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** Where a basket that was only tried is given back to. */
export const TRIED_PATH = '/punchout/tried';

/** What a buyer's system would have got, as a table. It keeps nothing and is sent by pages of visits alone. */
export async function triedPage(
  request: Request,
  config: Pick<Config, 'baseUrl' | 'production' | 'port'>,
): Promise<Response> {
  if (request.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED', sentence('This path only accepts POST.'));
  refuseForeign(request, ownOrigins(config));
  const fields = [...(await readForm(request))];
  const message = fields.find(([name]) => name === 'cXML-urlencoded')?.[1];
  const rows = message === undefined ? fields : rowsOf(readXml(message));
  const main = html`<h1>What comes back</h1>
    ${
      fields.length === 0
        ? html`<p>Nothing: the visit was left without buying.</p>`
        : html`<p>The system of the company gets these fields. Nothing was sent to it.</p>
            <table>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ([name, value]) =>
                    html`<tr>
                      <th scope="row">${name}</th>
                      <td class="text">${value}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`
    }
    <p>Close this window to go back to the dashboard.</p>`;
  return pageResponse(documentOf('What comes back', main), { framers: [] });
}

/** A message as names and values: each text and attribute by its way down. */
function rowsOf(element: Element, above = ''): [string, string][] {
  const way = above === '' ? element.name : `${above}/${element.name}`;
  return [
    ...[...element.attributes].map(([name, value]): [string, string] => [`${way}/@${name}`, value]),
    ...(element.text.trim() === '' ? [] : [[way, element.text.trim()] as [string, string]]),
    ...element.children.flatMap((child) => rowsOf(child, way)),
  ];
}
