import { useMemo, useSyncExternalStore } from 'react';
import { asRecord, asText, parseJsonFields } from '@tiffin/domain/core';
import { isGuestPeriodOver } from '@tiffin/domain/order';
import { REMEMBERED_GUEST_KEY, storedText } from '../offline/text-storage.ts';
import type { Answer } from '../api/api.ts';

type Order = Answer<'getCustomerOrderDetails'>['order'];

const TEXTS = [
  'name',
  'email',
  'phone',
  'address',
  'postalCode',
  'deliveryInstructions',
  'locationId',
  'payment',
] as const;

/** What the device knows of the guest who last ordered or reserved on it without an account. */
interface RememberedGuest extends Readonly<Record<(typeof TEXTS)[number], string>> {
  /** Null for a guest who only reserved. */
  readonly lastOrder: LastOrder | null;
}

/** The access token opens the order, whose dishes can be ordered again. */
export interface LastOrder {
  readonly orderId: string;
  readonly token: string;
  readonly locationId: string;
  readonly dishes: readonly { readonly name: string; readonly quantity: number }[];
}

const storage = storedText(REMEMBERED_GUEST_KEY);

/** The guest of this device; null after a sign-in, after "Forget me" and after 90 days without an order. */
export function rememberedGuest(now = Date.now()): RememberedGuest | null {
  return guestIn(storage.read(), now);
}

function guestIn(text: string | null, now: number): RememberedGuest | null {
  const saved = parseJsonFields(text);
  const { at } = saved;
  if (typeof at !== 'number' || isGuestPeriodOver(at, now) || asText(saved['name']) === '') return null;
  return { ...textsIn(saved), lastOrder: lastOrderIn(asRecord(saved['lastOrder'])) };
}

function textsIn(saved: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(TEXTS.map((name) => [name, asText(saved[name])])) as Record<(typeof TEXTS)[number], string>;
}

function lastOrderIn(saved: Record<string, unknown> | null): LastOrder | null {
  const dishes = Array.isArray(saved?.['dishes']) ? saved['dishes'].map(asRecord) : [];
  const order = {
    orderId: asText(saved?.['orderId']),
    token: asText(saved?.['token']),
    locationId: asText(saved?.['locationId']),
    dishes: dishes.map((dish) => ({ name: asText(dish?.['name']), quantity: Number(dish?.['quantity']) || 1 })),
  };
  return order.orderId && order.token && order.locationId ? order : null;
}

/** The same for a page; null while it is rendered on the server. */
export function useRememberedGuest(): RememberedGuest | null {
  const text = useSyncExternalStore(
    storage.subscribe,
    () => (rememberedGuest() ? storage.read() : null),
    () => null,
  );
  // The snapshot has checked the age; at the time 0 nothing is too old.
  return useMemo(() => guestIn(text, 0), [text]);
}

/** Remembers the guest of an order that was placed on this device. An order of an account is left out. */
export function rememberGuestOfOrder(order: Order): void {
  const { customerInfo, deliveryInfo, metadata } = order;
  if (customerInfo.firebaseId !== null || metadata.orderToken === '' || customerInfo.name === '') return;
  const before = rememberedGuest();
  const isSame = before?.name === customerInfo.name;
  write({
    name: customerInfo.name,
    // A guest who gives the phone number once and the address another time needs neither again.
    email: customerInfo.email || (isSame ? before.email : ''),
    phone: customerInfo.phone || (isSame ? before.phone : ''),
    address: deliveryInfo?.address ?? (isSame ? before.address : ''),
    postalCode: deliveryInfo ? (deliveryInfo.postalCode ?? '') : isSame ? before.postalCode : '',
    deliveryInstructions: deliveryInfo?.instructions ?? (isSame ? before.deliveryInstructions : ''),
    locationId: order.location,
    payment: order.paymentMethod,
    lastOrder: {
      orderId: order.orderId,
      token: metadata.orderToken,
      locationId: order.location,
      dishes: order.items.map(({ name, quantity }) => ({ name, quantity })),
    },
  });
}

/** Remembers the guest of a reservation made without an account. */
export function rememberGuestOfReservation(guest: Pick<RememberedGuest, 'name' | 'email' | 'phone' | 'locationId'>) {
  const before = rememberedGuest();
  const isSame = before?.name === guest.name;
  write({
    ...(isSame ? before : { ...textsIn({}), lastOrder: null }),
    name: guest.name,
    locationId: guest.locationId,
    email: guest.email || (isSame ? before.email : ''),
    phone: guest.phone || (isSame ? before.phone : ''),
  });
}

function write(guest: RememberedGuest): void {
  storage.write(JSON.stringify({ ...guest, at: Date.now() }));
}

/** "Remove my details from this device": removes the guest's details, drafts, orders and stored pages. The cart stays. */
export async function forgetGuest(): Promise<void> {
  const { clearDeviceOfGuest } = await import('../offline/clear-stored-data.ts');
  await clearDeviceOfGuest();
}
