import type { InputOf, ResponseOf } from '@tiffin/contract';
import { expect } from 'vitest';
import { auditData } from '../../../../operations/data-audit/audit-data.ts';
import { testServer, type Caller } from '../../../../testing/server.ts';

type RoundBody = InputOf<'addRound'>['body'];
export type RoundItem = RoundBody['items'][number];

export const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

/** An item with a price of its own, so that sums do not depend on the menu. */
export const dish = (price: number, fields: Partial<RoundItem> = {}): RoundItem => ({
  id: 'open',
  name: `Dish for ${price}`,
  price,
  quantity: 1,
  open: {},
  ...fields,
});

/** The lines of the cases in figures: 63.70 and 8.92 of tax, 72.62. */
export const FOUR_GUESTS = [
  dish(18.95, { seat: 1 }),
  dish(16.5, { seat: 2 }),
  dish(14.25, { seat: 3 }),
  dish(7, { seat: 1, name: 'Lassi' }),
  dish(7, { seat: 2, name: 'Lassi' }),
];

/** A location with four tables and people who serve them. */
export async function evening() {
  const server = await testServer({ env: { RATE_LIMITS: '0' } });
  server.clock.set('2026-11-20T22:42:00.000Z');
  const waiter = await server.signIn('staff.truro@demo.test');
  const manager = await server.signIn('manager.truro@demo.test');
  const tables = [1, 2, 3, 4].map((number) => ({
    tableId: `t${number}`,
    name: String(number),
    area: 'Room',
    seats: 4,
    x: number * 120,
    y: 0,
    width: 100,
    height: 80,
    shape: 'rectangle' as const,
  }));
  const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables };
  expect((await server.call('saveFloor', { body: plan }, manager)).status).toBe(200);

  /** Empty tables, so that tests do not meet each other's parties. */
  async function clear(): Promise<void> {
    await server.context.db.deleteFrom('sittings').execute();
  }

  const call = <
    N extends
      | 'addRound'
      | 'openTab'
      | 'stateAllergies'
      | 'fireCourse'
      | 'mergeTabs'
      | 'moveTab'
      | 'moveLines'
      | 'splitBill'
      | 'printBill'
      | 'closeTab'
      | 'recordWalkOut'
      | 'addPayment'
      | 'undoPayment'
      | 'cancelOrder'
      | 'changeOrder'
      | 'refundOrderItems'
      | 'addDiscount'
      | 'removeCharge'
      | 'removeDiscount'
      | 'seatParty'
      | 'moveSitting'
      | 'endSitting',
  >(
    name: N,
    body: InputOf<N>['body'],
    as: Caller = { ...waiter, ...newKey() },
  ) => server.call(name, { body } as InputOf<N>, as);

  async function done<N extends Parameters<typeof call>[0]>(
    name: N,
    body: InputOf<N>['body'],
    as?: Caller,
  ): Promise<ResponseOf<N>> {
    const answer = await call(name, body, as);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const bill = async (billId: string) => (await server.call('getBill', { query: { billId } }, waiter)).body.bill;
  const tab = async (billId: string) => (await server.call('getTab', { query: { billId } }, waiter)).body;

  /** A party of four at a table, with its tab. */
  async function seated(tableId = 't1', partySize = 4) {
    const { sittingId } = await done('seatParty', { tableId, partySize });
    const { billId } = await done('openTab', { locationId: 'truro', sittingId });
    return { sittingId, billId };
  }

  async function sound(): Promise<void> {
    await server.settle();
    expect((await auditData(server.context)).broken).toEqual([]);
  }

  /** The header with a new PIN of the manager, which approves what a waiter does. */
  async function managerPin() {
    const { id } = await server.context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'manager.truro@demo.test')
      .executeTakeFirstOrThrow();
    const { pin } = (await server.call('createPin', { body: { userId: id } }, manager)).body;
    return { 'x-manager-pin': `${id}:${pin}` };
  }

  return { server, waiter, manager, call, done, bill, tab, seated, clear, sound, managerPin };
}
