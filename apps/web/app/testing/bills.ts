import type { Answer } from '../shared/api/api.ts';
import { dalForOne } from './samples.ts';

/** The bill of `dalForOne` before any payment. */
export const unpaidBill: Answer<'getBill'>['bill'] = {
  billId: dalForOne.id,
  locationId: 'truro',
  state: 'open',
  orderIds: [dalForOne.id],
  subtotal: 10,
  discount: 0,
  tax: 1.4,
  tip: 0,
  total: 11.4,
  paid: 0,
  held: 0,
  due: 11.4,
  payments: [],
  refunds: [],
  given: [],
};

/** Five dollars of that bill in cash, paid with a twenty. */
export const partInCash: Answer<'getBill'>['bill']['payments'][number] = {
  paymentId: 'p1',
  billId: dalForOne.id,
  orderId: dalForOne.id,
  locationId: 'truro',
  provider: 'till',
  method: 'cash',
  status: 'succeeded',
  amount: 5,
  tip: 0,
  tender: 'cash',
  reference: null,
  card: null,
  cashRounding: 0,
  providerPaymentId: null,
  processedBy: 'Sam',
  createdAt: '2026-11-20T22:00:00.000Z',
  capturedAt: '2026-11-20T22:00:00.000Z',
  given: 20,
  sessionId: null,
  paymentUrl: null,
  reader: null,
  undone: null,
};
