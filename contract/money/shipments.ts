import { z } from 'zod';
import { text } from '../text.ts';
import { WantedLines } from '../buying/wanted-lines.ts';

/** Pieces of an order that left the house together. */
export const Shipment = z.object({
  _id: z.string(),
  /** Of its delivery note, `DN-2026-000001`, and the path of its PDF; null where it left before there were any. */
  number: z.string().nullable(),
  deliveryNote: z.string().nullable(),
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number() })),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  shippedAt: z.string(),
});
export type Shipment = z.infer<typeof Shipment>;

/** The address at which a carrier says where a parcel is. */
function isTrackingAddress(value: string): boolean {
  if (value.length > 2000 || /[\s\\]/.test(value) || !/^https:\/\/[^/]/i.test(value) || !URL.canParse(value))
    return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}

const TRACKING_ADDRESS =
  'The tracking address must be an https address of at most 2,000 characters, without user name or password';

/** What staff send of a paid order: `lines`, or all that is left. A field that a form leaves empty is one that is not sent. */
export const NewShipment = z.strictObject({
  lines: WantedLines.optional(),
  carrier: text(1, 80, 'Carrier'),
  trackingNumber: z.union([z.literal('').transform(() => undefined), text(1, 100, 'Tracking number')]).nullish(),
  trackingUrl: z
    .union(
      [
        z.literal('').transform(() => undefined),
        // Of two ways a lone complaint is told as it stands: without words of its own it is that of a missing text.
        text(1, 2000, 'Tracking address').refine(isTrackingAddress, TRACKING_ADDRESS),
      ],
      TRACKING_ADDRESS,
    )
    .nullish(),
});
export type NewShipment = z.output<typeof NewShipment>;
