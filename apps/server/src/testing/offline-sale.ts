import type { ResponseOf } from '@tiffin/contract';
import type { TestServer } from './server.ts';

/** An order as a till sends it, priced by its menu. */
interface Priced {
  readonly items: readonly { readonly name: string; readonly price: number }[];
  readonly pricing: { readonly total: number };
}

type Location = ResponseOf<'getLocation'>['location'];

/** What a device without a connection adds to the body of an order that it priced from its stored menu. */
export function soldOffline({ items, pricing }: Priced, location: Location) {
  const { taxRate, taxLabel, taxes, tipBase, pricesIncludeTax } = location;
  return {
    taxation: { taxRate, taxLabel, taxes, tipBase, pricesIncludeTax },
    lines: items.map(({ name, price }) => ({ name, unitPrice: price })),
    total: pricing.total,
  };
}

/** A till that takes orders without a connection, with numbers of its own. */
export async function offlineTill(server: TestServer, as: Record<string, string>) {
  const deviceId = crypto.randomUUID();
  const { letter } = (await server.call('nameDevice', { body: { deviceId } }, as)).body;
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
  let count = 0;
  /** The body of `createAdminOrderCash` and `createAdminOrderUnpaid` for a sale of now. */
  const sell = <Payload extends Priced>(payload: Payload, takenAt = server.clock.now()) => ({
    ...payload,
    cashConfirmed: true as const,
    number: `${letter}-${++count}`,
    takenAt: takenAt.toISOString(),
    deviceId,
    sold: soldOffline(payload, location),
  });
  return { deviceId, letter, sell };
}
