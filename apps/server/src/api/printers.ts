import { refuse } from '@tiffin/domain/core';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { addPrintJob, PRINTED_AGAIN } from '../modules/kitchen/printers/note-print-jobs.ts';
import { addPrinter, listPrinters, readPrinter, removePrinter } from '../modules/kitchen/printers/printers.ts';
import { lockStaffOrder } from '../modules/ordering/orders/queries.ts';

export const printerRoutes: readonly ImplementedCall[] = [
  implement('getPrinters', async ({ context, actor, query }) => ({
    printers: await listPrinters(context, actor, query.locationId),
  })),

  implement('addPrinter', async ({ context, actor, from, body, once, c }) => {
    // The response that is stored for repeated requests must not contain the key.
    let made: string | null = null;
    const answer = await once(async (tx) => {
      const { printer, address } = await addPrinter(context, tx, { actor, from }, body);
      made = address;
      return { printer };
    });
    c.header('cache-control', 'no-store');
    return { ...answer, address: made };
  }),

  implement('removePrinter', ({ context, actor, from, body, once }) =>
    once(async (tx) => {
      await removePrinter(context, tx, { actor, from }, body.printerId);
      return body;
    }),
  ),

  implement('testPrinter', ({ context, actor, body: { printerId }, once }) =>
    once(async (tx) => {
      await readPrinter(tx, actor, printerId, 'kitchen.manage-stations');
      await addPrintJob(context, tx, { printerId, orderId: null, digest: 'test' });
      return { printerId };
    }),
  ),

  implement('printOrder', ({ context, actor, body: { printerId, orderId }, once }) =>
    once(async (tx) => {
      const { location_id: locationId } = await readPrinter(tx, actor, printerId, 'order.step');
      const order = await lockStaffOrder(tx, actor, orderId, 'order.read');
      if (order.location_id !== locationId) throw refuse('order-not-found');
      await addPrintJob(context, tx, { printerId, orderId, digest: PRINTED_AGAIN });
      return { printerId };
    }),
  ),
];
