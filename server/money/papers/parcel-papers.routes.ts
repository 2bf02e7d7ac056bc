import { sentence } from '#contract/sentences.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { stillToFollow } from '#server/money/shipments/still-to-follow.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { customsOf } from './customs.ts';
import { makePaper } from './make-paper.ts';
import type { GivenTo } from './paper-makers.ts';
import { shelfLabelsOf } from './shelf-labels-of.ts';
import { printableLogo } from './printable-logo.ts';

/** What goes with a parcel, and what stands on the shelf that it is packed from, as PDF. */
export function parcelPaperHandlers({ config, database, settings }: Parts & { settings: SettingsStore }) {
  const store = createUploadStore(config);

  /** An order with one of its shipments. @throws AppError ORDER_NOT_FOUND, NO_DELIVERY_NOTE */
  const shipped = async (caller: Caller, id: string, wanted: string) => {
    const order = await getAnyOrder(database.db, id, callerMay(caller, 'orders.read') ? null : caller);
    const shipment = order.shipments.find(({ _id }) => _id === wanted);
    const number = shipment?.number ?? null;
    if (!shipment || number === null)
      throw new AppError('NO_DELIVERY_NOTE', sentence('There is no delivery note for that.'));
    return { order, shipment: { ...shipment, number } };
  };

  return {
    deliveryNote: async ({ caller, params, query: { format } }) => {
      const { order, shipment } = await shipped(caller, params.id, params.shipment);
      const { settings: seller } = await settings.read();
      const { currency, timeZone: zone, company, logo: own } = seller;
      const logo = await printableLogo(store, own);
      const follows = await stillToFollow(database.db, order._id, shipment.number);
      const { language } = order;
      const parts = {
        order,
        shipment,
        follows,
        customs: await customsOf(database.db, order, seller),
        language,
        currency,
        zone,
        seller: { company, logo: own },
        logo,
        format,
      };
      const given: GivenTo<'delivery-note'> = [parts];
      const bytes = await makePaper(caller.userId, { kind: 'delivery-note', given });
      return { name: `delivery-note-${shipment.number}.pdf`, bytes };
    },

    shipmentLabel: async ({ caller, params, query: { format } }) => {
      const { order, shipment } = await shipped(caller, params.id, params.shipment);
      const { company } = (await settings.read()).settings;
      const given: GivenTo<'label'> = [order, shipment, { company }, format];
      const bytes = await makePaper(caller.userId, { kind: 'label', given });
      return { name: `label-${shipment.number}.pdf`, bytes };
    },

    shelfLabels: async ({ caller, query: { tools: ids, format } }) => {
      const labels = await shelfLabelsOf(database.db, ids);
      const { company, languages } = (await settings.read()).settings;
      const about = { shop: company.name, language: languages[0]!, at: new Date().toISOString(), format };
      const given: GivenTo<'shelf-labels'> = [labels, about];
      return { name: 'shelf-labels.pdf', bytes: await makePaper(caller.userId, { kind: 'shelf-labels', given }) };
    },
  } satisfies Partial<Handlers>;
}
