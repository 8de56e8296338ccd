import { demoLocations } from '../locations.ts';
import { menuNewGlasgow, menuTruro } from '../menus.ts';
import type { HistoryLocation } from './branch.ts';
import type { HistoryPlan } from './history.ts';

const MENUS = { truro: menuTruro, 'new-glasgow': menuNewGlasgow } as const;
/** Truro Heights has been there longer, delivers, and lies on the highway. */
const SHARE = { truro: 0.6, 'new-glasgow': 0.4 } as const;

const locations: readonly HistoryLocation[] = demoLocations.map(
  ({ id, postalCode, zone, features, hours }): HistoryLocation => {
    return {
      id,
      postalCode,
      features,
      hours: { week: hours, exceptions: [], zone },
      menu: MENUS[id],
      weight: SHARE[id],
    };
  },
);

/** Two years of the demo restaurant, ending now. */
export function demoHistory(orders: number, until: Date, regulars: HistoryPlan['regulars'] = []): HistoryPlan {
  return { seed: 20_190_517, orders, days: 730, until, locations, regulars, batchSize: 5_000 };
}
