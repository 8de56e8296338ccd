import type { Answer } from '../shared/api/api.ts';

type Report = Answer<'getReport'>;

const noFigures: Omit<Report['previous'], 'until'> = {
  from: '2026-10-01',
  to: '2026-10-31',
  orders: 0,
  sales: { gross: 0, discounts: 0, net: 0 },
  refunds: 0,
  charges: 0,
  taxes: [],
  tips: 0,
  cashRounding: 0,
  billed: 0,
  owed: 0,
  otherDays: 0,
  received: 0,
  tenders: [],
  payouts: [],
  voids: { count: 0, amount: 0 },
};

/** A report of a month without sales. */
export const emptyReport: Report = {
  ...noFigures,
  from: '2026-11-01',
  to: '2026-11-30',
  locationIds: ['truro'],
  currency: 'CAD',
  dayEndHours: [4],
  previous: { ...noFigures, until: null },
  breakdowns: { category: [], dish: [], option: [], service: [], daypart: [], hour: [], channel: [], day: [] },
};
