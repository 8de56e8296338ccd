import { refuse, Refusal, say } from '@tiffin/domain/core';
import { closeDay, showClosing } from '../modules/reports/closing/closings.ts';
import { closingPdf } from '../modules/reports/closing/closing-pdf.ts';
import { listDrawers, saveDrawers } from '../modules/drawers/drawers.ts';
import { addDrawerEntry, closeDrawer, keepRefusedCount, openDrawer } from '../modules/drawers/shifts.ts';
import { readLocation } from '../modules/locations/queries.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { drawerCookie } from '../platform/auth/session-cookie.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';

/** The day's money: drawers, and the closing of a day. */
export const drawerRoutes: readonly ImplementedCall[] = [
  implement('getDrawers', ({ context, actor, query }) => listDrawers(context, actor, query.locationId)),
  implementChange('saveDrawers', saveDrawers),
  implement('openDrawer', async ({ context, actor, from, once, body, c }) => {
    const opened = await once((tx) => openDrawer(context, tx, { actor, from }, body));
    c.header('set-cookie', drawerCookie(opened.drawerId, context), { append: true });
    return opened;
  }),
  implement('addDrawerEntry', (request) => {
    const { context, actor, onceWith, body } = request;
    return onceWith(
      () => withManagerApproval(request),
      (tx, from) => addDrawerEntry(context, tx, { actor, from }, body),
    );
  }),
  implement('closeDrawer', async (request) => {
    const { context, actor, onceWith, body } = request;
    try {
      return await onceWith(
        () => withManagerApproval(request),
        (tx, from) => closeDrawer(context, tx, { actor, from }, body),
      );
    } catch (error) {
      if (error instanceof Refusal) await keepRefusedCount(context, actor, error, body);
      throw error;
    }
  }),
  implement('getClosing', ({ context, actor, query }) => showClosing(context, actor, query)),
  implement('getClosingPdf', async ({ context, actor, query, c }) => {
    const closing = await showClosing(context, actor, query);
    const { name: restaurant, legalName, hstNumber } = await readSite(context.db);
    const location = await readLocation(context.db, query.locationId);
    if (!location) throw refuse('location-not-found');
    const { name, time_zone: zone, address, city, region, postal_code: postalCode } = location;
    const business = [
      legalName,
      [address, city, region, postalCode].filter(Boolean).join(', '),
      hstNumber ? say`Tax number ${hstNumber}` : '',
    ].filter(Boolean);
    const pdf = await closingPdf(closing, {
      restaurant,
      location: name,
      business,
      zone,
      createdAt: context.clock.now(),
    });
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="closing-${query.date}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),
  implementChange('closeDay', closeDay),
];
