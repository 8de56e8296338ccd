import { refuse, Refusal } from '@tiffin/domain/core';
import { closeDay, showClosing } from '../modules/reports/closing/closings.ts';
import { closingPdf } from '../modules/reports/closing/closing-pdf.ts';
import { listDrawers, saveDrawers } from '../modules/drawers/drawers.ts';
import { addDrawerEntry, closeDrawer, keepRefusedCount, openDrawer } from '../modules/drawers/shifts.ts';
import { readLocation } from '../modules/locations/queries.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';

/** The day's money: drawers, and the closing of a day. */
export const drawerRoutes: readonly ImplementedCall[] = [
  implement('getDrawers', ({ context, actor, query }) => listDrawers(context, actor, query.locationId)),
  implementChange('saveDrawers', saveDrawers),
  implementChange('openDrawer', openDrawer),
  implementChange('addDrawerEntry', addDrawerEntry),
  implement('closeDrawer', async (request) => {
    const { context, actor, onceWith, body } = request;
    try {
      return await onceWith(
        () => withManagerApproval(request),
        (tx, from) => closeDrawer(context, tx, { actor, from }, body),
      );
    } catch (error) {
      if (error instanceof Refusal && error.failure.details?.['difference'] !== undefined) {
        await keepRefusedCount(context, actor, body.drawerId, body.counted);
      }
      throw error;
    }
  }),
  implement('getClosing', ({ context, actor, query }) => showClosing(context, actor, query)),
  implement('getClosingPdf', async ({ context, actor, query, c }) => {
    const closing = await showClosing(context, actor, query);
    const { name: restaurant } = await readSite(context.db);
    const location = await readLocation(context.db, query.locationId);
    if (!location) throw refuse('location-not-found');
    const { name, time_zone: zone } = location;
    const pdf = await closingPdf(closing, { restaurant, location: name, zone, createdAt: context.clock.now() });
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="closing-${query.date}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),
  implementChange('closeDay', closeDay),
];
