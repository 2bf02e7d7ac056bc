import { html } from './html.ts';
import { documentOf, pageResponse } from './page-shell.ts';
import { buyersOrigins } from './return-address.ts';

interface HandOver {
  title: string;
  /** Where the form goes. */
  returnTo: string;
  hosts: readonly string[];
  fields: readonly (readonly [name: string, value: string])[];
  /** What a person reads above the button. */
  says: string;
}

/** A page whose form gives something back to the buyer's system: sent by itself, and by a press where nothing runs. */
export function handOver({ title, returnTo, hosts, fields, says }: HandOver): Response {
  const origins = buyersOrigins(returnTo, hosts);
  const main = html`<h1>${title}</h1>
    <p role="status">${says}</p>
    <form method="post" action="${returnTo}" accept-charset="utf-8">
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="buy">Continue to ${new URL(returnTo).host}</button>
    </form>`;
  return pageResponse(documentOf(title, main, { sends: true }), { framers: origins, receivers: origins, sends: true });
}
