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

/** The order as it goes elsewhere after the change, and which of its fields differ. */
export interface ChangedDestination {
  readonly row: OrderRow;
  readonly changedFields: readonly ChangedField[];
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
    const allowed = checkOrderTypeChange(order, type, location.features);
    if (!allowed.ok) return allowed;
  }
  if (!orderTypeGoesTo(type, 'address')) {
    if (input.deliveryInfo && !isOtherType) {
      return fail('invalid-argument', say`This order is not a delivery.`, { field: 'deliveryInfo' });
    }
    // `checkOrderTypeChange` refuses tables, so the other type can only be pickup.
    return ok(isOtherType ? { row: asPickup(row), changedFields: ['orderType'] } : null);
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
  // An address that is typed again without its postal code keeps the old one.
  const postalCode =
    normalisePostalCode(to.postalCode ?? '') || findPostalCode(to.address) || (row.delivery?.postalCode ?? '');
  const goesToSameDoor =
    !isOtherType &&
    to.address === row.delivery_address &&
    postalCode === (row.delivery?.postalCode ?? '') &&
    (!to.zoneName || to.zoneName === row.delivery?.zone.name);
  if (goesToSameDoor) {
    const hasSameNotes =
      columns.delivery_instructions === row.delivery_instructions && columns.leave_at_door === row.leave_at_door;
    return ok(hasSameNotes ? null : { row: { ...row, ...columns }, changedFields: ['address'] });
  }
  // The point on the map was that of the old address. The new one's zone is found by its postal code, or was named.
  const destination = { postalCode, point: null, zoneName: to.zoneName || undefined };
  const zone = deliveryZone(location, destination);
  if (!zone.ok) return zone;
  const delivery = { ...destination, zone: zone.value };
  return ok({
    // No car waits at the curb any more.
    row: { ...row, ...columns, order_type: 'delivery', delivery, vehicle: null, here_at: null },
    changedFields: [...(isOtherType ? (['orderType'] as const) : []), 'address'],
  });
}

/**
 * The promise at the new destination, and the order with the prep time it is based on (the column `grounds`). `minutes`
 * is how much longer preparing and bringing it takes. Null if nothing moves, such as a time that the guest chose.
 */
export function replanPromise(
  row: OrderRow,
  minutes: number,
  now: Date,
): { readonly row: OrderRow; readonly window: PromisedWindow } | null {
  if (row.wanted_for !== null || minutes === 0) return null;
  const { grounds: promiseBasis } = row;
  const withAddedMinutes = (prepMinutes: number) => Math.max(0, prepMinutes + minutes);
  const newBasis = promiseBasis && {
    ...promiseBasis,
    quote: withAddedMinutes(promiseBasis.quote),
    from: promiseBasis.from === undefined ? undefined : withAddedMinutes(promiseBasis.from),
    to: promiseBasis.to === undefined ? undefined : withAddedMinutes(promiseBasis.to),
  };
  return { row: { ...row, grounds: newBasis }, window: promiseAfterTypeChange(promiseOf(row), minutes, now) };
}
