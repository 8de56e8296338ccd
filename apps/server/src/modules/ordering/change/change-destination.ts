import { ok, say, type Result, fail } from '@tiffin/domain/core';
import { findPostalCode, normalisePostalCode, postalCodeProblem } from '@tiffin/domain/delivery';
import {
  checkOrderTypeChange,
  orderTypeGoesTo,
  promiseAfterTypeChange,
  type ChangedField,
  type PromisedWindow,
} from '@tiffin/domain/order';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { deliveryZone } from '../../orders/pricing/delivery-zone.ts';
import type { OrderChangeInput } from './change-lines.ts';

/** Where the order goes after the change, and which facts differ. */
export interface ChangedDestination {
  readonly row: OrderRow;
  readonly facts: readonly ChangedField[];
}

/**
 * The order with another type or address, and its delivery zone; null if both stay. Charges, prices and times are
 * calculated afterwards from this order.
 */
export function changeDestination(
  row: OrderRow,
  { location }: LocationMenu,
  input: OrderChangeInput,
): Result<ChangedDestination | null> {
  const type = input.orderType ?? row.order_type;
  const isOtherType = type !== row.order_type;
  if (isOtherType) {
    const order = { orderType: row.order_type, hasDriver: row.courier !== null };
    const may = checkOrderTypeChange(order, type, location.features);
    if (!may.ok) return may;
  }
  if (!orderTypeGoesTo(type, 'address')) {
    if (input.deliveryInfo && !isOtherType) {
      return fail('invalid-argument', say`This order is not a delivery.`, { field: 'deliveryInfo' });
    }
    return ok(isOtherType ? { row: asPickup(row), facts: ['orderType'] } : null);
  }
  if (!input.deliveryInfo) {
    if (!isOtherType) return ok(null);
    return fail('invalid-argument', say`Please give the delivery address.`, { field: 'deliveryInfo' });
  }
  return asDelivery(row, location, input.deliveryInfo, isOtherType);
}

function asPickup(row: OrderRow): OrderRow {
  return {
    ...row,
    order_type: 'pickup',
    delivery_address: null,
    delivery_instructions: null,
    delivery: null,
    leave_at_door: null,
    parts: row.parts && { ...row.parts, charges: row.parts.charges.filter(({ kind }) => kind !== 'delivery') },
  };
}

function asDelivery(
  row: OrderRow,
  location: LocationMenu['location'],
  to: NonNullable<OrderChangeInput['deliveryInfo']>,
  isOtherType: boolean,
): Result<ChangedDestination | null> {
  const problem = postalCodeProblem(to.postalCode ?? '', to.address);
  if (problem !== null) return fail('invalid-argument', problem, { field: 'deliveryInfo.address' });
  const columns = {
    delivery_address: to.address,
    delivery_instructions: (to.instructions ?? row.delivery_instructions) || null,
    leave_at_door: (to.leaveAtDoor ?? row.leave_at_door) || null,
  };
  const postalCode =
    normalisePostalCode(to.postalCode ?? '') || findPostalCode(to.address) || (row.delivery?.postalCode ?? '');
  const isSamePlace =
    !isOtherType &&
    to.address === row.delivery_address &&
    postalCode === (row.delivery?.postalCode ?? '') &&
    (!to.zoneName || to.zoneName === row.delivery?.zone.name);
  if (isSamePlace) {
    const isSame =
      columns.delivery_instructions === row.delivery_instructions && columns.leave_at_door === row.leave_at_door;
    return ok(isSame ? null : { row: { ...row, ...columns }, facts: ['address'] });
  }
  const destination = { postalCode, point: null, zoneName: to.zoneName || undefined };
  const zone = deliveryZone(location, destination);
  if (!zone.ok) return zone;
  const delivery = { ...destination, zone: zone.value };
  return ok({
    row: { ...row, ...columns, order_type: 'delivery', delivery, vehicle: null, here_at: null },
    facts: [...(isOtherType ? (['orderType'] as const) : []), 'address'],
  });
}

/**
 * The promise at the new destination, with the quote it was made from. `minutes` is how much longer preparing and
 * bringing it takes. A time that the guest chose stays.
 */
export function replanPromise(
  row: OrderRow,
  minutes: number,
  now: Date,
): { readonly row: OrderRow; readonly window: PromisedWindow } | null {
  if (row.wanted_for !== null || minutes === 0) return null;
  const { grounds } = row;
  const moved = (at: number) => Math.max(0, at + minutes);
  const longer = grounds && {
    ...grounds,
    quote: moved(grounds.quote),
    from: grounds.from === undefined ? undefined : moved(grounds.from),
    to: grounds.to === undefined ? undefined : moved(grounds.to),
  };
  return { row: { ...row, grounds: longer }, window: promiseAfterTypeChange(promiseOf(row), minutes, now) };
}
