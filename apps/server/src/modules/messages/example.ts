import { cents, HALIFAX, say } from '@tiffin/domain/core';
import { NO_NOTES } from '@tiffin/domain/order';
import type { Db } from '../../db/connection.ts';
import { readLocations } from '../locations/queries.ts';
import type { MailLocation, MailOrder } from './templates/index.ts';

/** What a confirmation is looked at with before there is an order: the house's own place, and no dish of anybody's. */
export const EXAMPLE_ORDER: MailOrder = {
  orderId: 'LOC-20261120-7KQ4M',
  orderType: 'pickup',
  customerName: say`A guest`,
  placedAt: new Date('2026-11-20T22:15:00Z'),
  estimatedReady: new Date('2026-11-20T22:42:00Z'),
  dishes: [
    { name: say`A dish`, quantity: 2, said: null, total: cents(3000) },
    { name: say`Another dish`, quantity: 1, said: null, total: cents(1000) },
  ],
  subtotal: cents(4000),
  discount: null,
  taxes: [{ name: say`Tax (10%)`, amount: cents(400) }],
  tip: cents(600),
  total: cents(5000),
  payment: 'PAID',
  deliveryAddress: null,
  ...NO_NOTES,
};

export const EXAMPLE_TABLE = { date: '2026-11-21', time: '18:30', partySize: 4 } as const;

/** The first place of the house, or one that is still to come. */
export async function exampleLocation(db: Db): Promise<MailLocation> {
  const [first] = await readLocations(db, { active: true });
  if (!first) return { name: say`Your place`, address: say`Its address`, postalCode: '', phone: '', zone: HALIFAX };
  const { name, address, postal_code: postalCode, phone, time_zone: zone } = first;
  return { name, address, postalCode, phone, zone };
}
