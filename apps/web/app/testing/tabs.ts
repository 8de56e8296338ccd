import type { Answer } from '../shared/api/api.ts';
import type { Answers } from './network.ts';
import { unpaidBill } from './bills.ts';
import { dalForOne } from './samples.ts';

export type Tab = Answer<'getTabs'>['tabs'][number];
export type Table = Answer<'getFloor'>['tables'][number];
type Order = Answer<'getOrderDetails'>['order'];

/** A free table for four. */
export const tableFive: Table = {
  tableId: 't5',
  name: '5',
  area: 'Room',
  seats: 4,
  x: 100,
  y: 100,
  width: 120,
  height: 120,
  shape: 'rectangle',
  state: 'free',
};

/** The same with four guests. */
export const seatedFive: Table = {
  ...tableFive,
  state: 'seated',
  sitting: {
    sittingId: 's1',
    partySize: 4,
    name: 'Leblanc',
    reservationId: null,
    seatedAt: '2026-11-20T22:00:00.000Z',
  },
};

export const floorOf = (...tables: Table[]): Answer<'getFloor'> => ({
  version: 1,
  areas: [{ areaId: 'a1', name: 'Room' }],
  tables,
});

const [dal] = dalForOne.items as [Order['items'][number]];

/** The first round of table 5: a dal for seat 1. */
export const firstRound: Order = {
  ...dalForOne,
  orderType: 'dine-in',
  status: 'preparing',
  items: [{ ...dal, seat: 1 }],
  tab: { label: '', tableName: '5', sittingId: 's1' },
};

/** The mains of table 5, which are held. */
export const heldMains: Order = {
  ...firstRound,
  id: 'TRU-20261120-BBBBB',
  orderId: 'TRU-20261120-BBBBB',
  status: 'pending',
  items: [{ ...dal, name: 'Biryani', id: 'biryani', seat: 2, course: 2 }],
  course: 2,
  heldAt: '2026-11-20T22:00:00.000Z',
};

export const tabOfFive: Tab = {
  billId: firstRound.id,
  locationId: 'truro',
  label: '',
  sittingId: 's1',
  tableId: 't5',
  tableName: '5',
  openedAt: '2026-11-20T22:00:00.000Z',
  openedBy: 'Sam',
  state: 'open',
  takesRounds: true,
  billOutAt: null,
  continues: null,
  mergedInto: null,
  total: 22.8,
  paid: 0,
  due: 22.8,
  heldCourses: [2],
  rounds: [firstRound, heldMains].map(({ orderId, status, orderTime, course = null, heldAt = null, itemCount }) => ({
    orderId,
    status,
    orderTime,
    course,
    heldAt,
    itemCount,
    total: 11.4,
  })),
};

export const barTab: Tab = {
  ...tabOfFive,
  billId: 'TRU-20261120-CCCCC',
  label: 'Bar, Ewan',
  sittingId: null,
  tableId: null,
  tableName: '',
  heldCourses: [],
  rounds: [],
};

export const billOfFive: Answer<'getBill'>['bill'] = {
  ...unpaidBill,
  billId: tabOfFive.billId,
  orderIds: [firstRound.id, heldMains.id],
  subtotal: 20,
  tax: 2.8,
  total: 22.8,
  due: 22.8,
  tab: { label: '', tableName: '5', sittingId: 's1', billOutAt: null, continues: null, mergedInto: null },
};

/** Table 5 with its two rounds, and a tab at the bar. */
export const tabsAnswers: Answers = {
  getFloor: floorOf(seatedFive, { ...tableFive, tableId: 't6', name: '6', x: 400 }),
  getTabs: { tabs: [tabOfFive, barTab] },
  getTab: { tab: tabOfFive, bill: billOfFive, orders: [firstRound, heldMains] },
  getBill: { bill: billOfFive },
};
