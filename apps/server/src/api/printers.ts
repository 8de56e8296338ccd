import { refuse } from '@tiffin/domain/core';
import { implement, implementChange, onceWithSecret, type ImplementedCall } from '../platform/http/implement.ts';
import { addPrintJob, PRINTED_AGAIN } from '../modules/kitchen/printers/print-jobs.ts';
import {
  addPrinter,
  listPrinters,
  listUnconfirmedTickets,
  lockPrinter,
  removePrinter,
} from '../modules/kitchen/printers/printers.ts';
import { lockStaffOrder } from '../modules/orders/queries.ts';

export const printerRoutes: readonly ImplementedCall[] = [
  implement('getPrinters', async ({ context, actor, query }) => ({
    printers: await listPrinters(context, actor, query.locationId),
  })),

  implement('getUnconfirmedTickets', ({ context, actor, query }) =>
    listUnconfirmedTickets(context, actor, query.locationId),
  ),

  implement('addPrinter', ({ context, actor, from, body, once }) =>
    onceWithSecret(once, 'address', (tx) => addPrinter(context, tx, { actor, from }, body)),
  ),

  implementChange('removePrinter', async (context, tx, by, body) => {
    await removePrinter(context, tx, by, body.printerId);
    return body;
  }),

  implementChange('testPrinter', async (context, tx, { actor }, { printerId }) => {
    await lockPrinter(tx, actor, printerId, 'kitchen.manage-stations');
    await addPrintJob(context, tx, { printerId, orderId: null, digest: 'test' });
    return { printerId };
  }),

  implementChange('printOrder', async (context, tx, { actor }, { printerId, orderId }) => {
    const { location_id: locationId } = await lockPrinter(tx, actor, printerId, 'order.step');
    const order = await lockStaffOrder(tx, actor, orderId, 'order.read');
    if (order.location_id !== locationId) throw refuse('order-not-found');
    await addPrintJob(context, tx, { printerId, orderId, digest: PRINTED_AGAIN });
    return { printerId };
  }),
];
