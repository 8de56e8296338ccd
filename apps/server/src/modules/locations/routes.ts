import { getLocation, getLocations, getSite } from '@tiffin/contract/locations';
import { refuse } from '@tiffin/domain/core';
import { implement, type Implemented } from '../../http/implement.ts';
import { readSite } from '../settings/site.ts';
import { locationAnswer } from './answer.ts';
import { readLocation, readLocations } from './queries.ts';

export const locationRoutes: readonly Implemented[] = [
  implement(getLocations, async ({ context }) => {
    const rows = await readLocations(context.db, { active: true });
    const now = context.clock.now();
    return { locations: rows.map((row) => locationAnswer(row, now)) };
  }),

  implement(getLocation, async ({ context, query }) => {
    const row = await readLocation(context.db, query.locationId);
    if (!row || row.deleted_at) throw refuse('location-not-found');
    return { location: locationAnswer(row, context.clock.now()) };
  }),

  implement(getSite, async ({ context }) => {
    const { legalName: _legalName, sender: _sender, ...site } = await readSite(context.db);
    const { config } = context;
    return {
      site: {
        ...site,
        signInProviders: [
          ...(config.GOOGLE_CLIENT_ID ? (['google'] as const) : []),
          ...(config.FACEBOOK_CLIENT_ID ? (['facebook'] as const) : []),
        ],
        payments: { provider: config.payments, publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null },
      },
    };
  }),
];
