import { EVENT_SCOPES } from '@tiffin/contract/areas';
import type { EventType } from '@tiffin/contract/events';
import { HIDDEN_USER_ID, type WireOrder } from '@tiffin/contract/order/order-answer';
import { asRecord } from '@tiffin/domain/core';
import { translateOrderForGuest } from '@tiffin/domain/order';
import { hasScope, isAdmin, isActorOwner, isStaff, worksAt, type Actor, type KeyLimits } from '@tiffin/domain/people';
import type { PickupScreen } from '../auth/screen-key.ts';
import { hidesLinks, hideLinks } from '../http/hide-links.ts';
import type { DeliveredEvent, LoggedEvent } from './log.ts';

export const PUBLIC_EVENTS: ReadonlySet<EventType> = new Set(['menu.changed', 'location.changed', 'site.changed']);
const ADMIN: ReadonlySet<EventType> = new Set(['user.changed', 'message.failed', 'mailing.updated']);
const STAFF: ReadonlySet<EventType> = new Set([
  'order.created',
  'order.updated',
  'reservation.created',
  'reservation.updated',
  'floor.changed',
  'day.changed',
  'payment.attention',
]);
const GUEST: ReadonlySet<EventType> = new Set(['order.updated', 'reservation.updated']);

export interface LinkedOrder {
  readonly orderId: string;
  readonly locationId: string;
}

function isAbout({ orderId }: LinkedOrder, { type, data }: LoggedEvent): boolean {
  return type === 'order.updated' && asRecord(data['order'])?.['id'] === orderId;
}

/** Hides the account of the order from listeners with its link. */
function hideAccount(event: LoggedEvent): LoggedEvent {
  const order = asRecord(event.data['order']);
  const customer = asRecord(order?.['customerInfo']);
  if (!customer?.['firebaseId']) return event;
  return {
    ...event,
    data: { ...event.data, order: { ...order, customerInfo: { ...customer, firebaseId: HIDDEN_USER_ID } } },
  };
}

/** Translates the order into the current language. */
function translateForGuest(event: LoggedEvent): LoggedEvent {
  const order = asRecord(event.data['order']);
  if (!Array.isArray(order?.['items'])) return event;
  const translated = translateOrderForGuest(order as Pick<WireOrder, 'items'>);
  return translated === order ? event : { ...event, data: { ...event.data, order: translated } };
}

/** Hides the links of the order from a limited key. */
function hideLinksOfEvent(actor: Actor, event: LoggedEvent): LoggedEvent {
  return hidesLinks(actor) ? { ...event, data: hideLinks(actor, event.data) } : event;
}

/** True if the listener may read the event. A linked order is not considered. */
export function mayReceiveEvent(
  { actor, keyLimits }: Pick<Listener, 'actor' | 'keyLimits'>,
  event: Pick<LoggedEvent, 'type' | 'locationId' | 'userId'>,
): boolean {
  if (!hasScope(keyLimits, EVENT_SCOPES[event.type])) return false;
  if (PUBLIC_EVENTS.has(event.type)) return true;
  if (STAFF.has(event.type) && event.locationId !== null && worksAt(actor, event.locationId)) return true;
  if (ADMIN.has(event.type)) return isAdmin(actor);
  return GUEST.has(event.type) && isActorOwner(actor, event.userId);
}

/** Who listens, and an order whose events they receive in addition. */
export interface Listener {
  readonly actor: Actor;
  /** The limits of their API key; null without a key. */
  readonly keyLimits: KeyLimits | null;
  readonly linkedOrder: LinkedOrder | null;
  /** A television; it receives nothing but the news that an order of its location changed. */
  readonly screen?: Pick<PickupScreen, 'locationId'> | null;
  /** The party of a phone at a table; it receives nothing but the news that something of the party changed. */
  readonly party?: Party | null;
}

export interface Party {
  readonly sittingId: string;
  readonly locationId: string;
}

function isAtLocation({ locationId }: Party, { type, locationId: at }: Pick<LoggedEvent, 'type' | 'locationId'>) {
  return at === locationId && (type === 'floor.changed' || type === 'order.created' || type === 'order.updated');
}

/** True if the event is about the party. A change of the floor that names no party may be. */
function isAboutParty(party: Party, event: LoggedEvent): boolean {
  if (!isAtLocation(party, event)) return false;
  if (event.type === 'floor.changed') return (event.data['sittingId'] ?? party.sittingId) === party.sittingId;
  return asRecord(asRecord(event.data['order'])?.['tab'])?.['sittingId'] === party.sittingId;
}

function isOrderAt(screen: Pick<PickupScreen, 'locationId'>, event: Pick<LoggedEvent, 'type' | 'locationId'>): boolean {
  return (event.type === 'order.created' || event.type === 'order.updated') && event.locationId === screen.locationId;
}

/** The event as the listener may see it; null if they may not see it. */
export function eventForListener(listener: Listener, event: LoggedEvent): LoggedEvent | null {
  const { actor, linkedOrder, screen, party } = listener;
  if (party) return isAboutParty(party, event) ? { ...event, type: 'floor.changed', userId: null, data: {} } : null;
  if (screen) return isOrderAt(screen, event) ? { ...event, type: 'order.updated', userId: null, data: {} } : null;
  if (mayReceiveEvent(listener, event))
    return isStaff(actor) ? hideLinksOfEvent(actor, event) : translateForGuest(event);
  return linkedOrder !== null && isAbout(linkedOrder, event) ? translateForGuest(hideAccount(event)) : null;
}

/** True if an earlier event may concern the listener. Its data is not remembered, so it may be about a linked order. */
export function mayConcernListener(listener: Listener, event: DeliveredEvent): boolean {
  const { linkedOrder, screen, party } = listener;
  if (party) return isAtLocation(party, event);
  if (screen) return isOrderAt(screen, event);
  return (
    mayReceiveEvent(listener, event) ||
    (linkedOrder !== null && event.type === 'order.updated' && event.locationId === linkedOrder.locationId)
  );
}
