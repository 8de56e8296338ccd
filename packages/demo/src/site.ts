import { HALIFAX } from '@tiffin/domain/core';

/** The demo restaurant. All values are settings that can be changed in the back office. */
export const demoSite = {
  name: 'Sizzle & Spice',
  tagline: 'Indian kitchen in Truro Heights and New Glasgow',
  cuisine: 'Indian',
  headline: 'Curries that take\u00a0their\u00a0time.\nOrdering that\u00a0*doesn’t.*',
  heroUrl: '/scenes/laid-table.svg',
  priceRange: '$$',
  brandColour: null,
  accentColour: null,
  defaultLocationId: 'truro',
  timeZone: HALIFAX,
  currency: 'CAD',
  coin: 5,
  nextCoin: null,
  languages: ['en', 'fr'],
  locale: 'en-CA',
  legalName: 'Sizzle & Spice Restaurants Inc.',
  phone: '(902) 555-0100',
  email: 'hello@sizzleandspice.test',
  supportEmail: 'support@sizzleandspice.test',
  address: '395 Truro Heights Road, Truro Heights, NS B2N 1A1',
  /** In the format of the Canada Revenue Agency, with a check digit that no real business has. */
  hstNumber: '123456789 RT0001',
  /** Promotions must contain the sender and the postal address. */
  sender: {
    name: 'Sizzle & Spice',
    email: 'kitchen@sizzleandspice.test',
    postalAddress: '395 Truro Heights Road, Truro Heights, NS B2N 1A1, Canada',
  },
} as const;
