import { keysOf, recordOf } from '@tiffin/domain/core';
import type { KeyArea, KeyScope } from '@tiffin/domain/people';
import type { EventType } from './events.ts';

/**
 * The areas of the API. For the calls of an area an API key needs its `scope`, with `:read` or `:write`. Live events have
 * a scope for each type of event instead.
 */
const AREAS = {
  'API keys': { scope: 'access', about: 'Keys with which programs call the API' },
  Account: { scope: 'people', about: 'The account of the signed-in person' },
  Accounting: { scope: 'reports', about: 'The journal for the accountant, its accounts and closed days, and lists' },
  'Audit log': { scope: 'settings', about: 'Who changed what, who signed in, and who tried to' },
  Closing: { scope: 'payments', about: 'Cash drawers, and the closing of each day' },
  Dashboard: { scope: 'reports', about: 'Figures about orders, revenue and customers' },
  Delivery: { scope: 'orders', about: 'Delivery zones and the work of drivers' },
  Floor: { scope: 'reservations', about: 'The plan of the tables, and who sits where' },
  Health: { scope: 'health', about: 'Whether the server and its services work' },
  Invitations: { scope: 'people', about: 'Inviting people to the team, and accepting an invitation' },
  Kitchen: { scope: 'orders', about: 'When orders can be ready, and how many the kitchen takes' },
  'Location management': { scope: 'locations', about: 'Adding, changing and closing locations' },
  Locations: { scope: 'locations', about: 'The locations as guests see them' },
  Menu: { scope: 'menu', about: 'The menu as guests see it' },
  'Menu management': { scope: 'menu', about: 'Changing dishes, categories, options and dayparts' },
  'Menu photos': { scope: 'menu', about: 'Photos of dishes' },
  Messages: { scope: 'messages', about: 'Mails and text messages to guests' },
  'Moving in': { scope: 'payments', about: 'Guests and gift cards of another system, from a file' },
  Orders: { scope: 'orders', about: 'Placing, following and cancelling orders' },
  'Orders without an account': { scope: 'orders', about: 'Adding earlier orders to an account' },
  Payments: { scope: 'payments', about: 'Payments, bills and refunds' },
  People: { scope: 'people', about: 'Staff and their approvals' },
  'Pick-up screens': { scope: 'access', about: 'Televisions that show which pickup orders are ready' },
  Printers: { scope: 'access', about: 'Printers that ask the server for tickets and receipts' },
  Privacy: { scope: 'privacy', about: 'Erasing the data of guests' },
  Promotions: { scope: 'menu', about: 'What is taken off orders, by itself or with a code' },
  Push: { scope: 'messages', about: 'Notifications in the browser' },
  Reports: { scope: 'reports', about: 'Sales, taxes, tips and payments of any period' },
  Reservations: { scope: 'reservations', about: 'Booking tables' },
  Service: { scope: 'orders', about: 'Orders in the restaurant: the till and the board' },
  Settings: { scope: 'settings', about: 'The settings of the restaurant' },
  'Shared tablets': { scope: 'access', about: 'Tablets that several people use with a PIN' },
  'Sign-in': { scope: 'people', about: 'Signing in and out, passkeys and devices' },
  Stock: { scope: 'menu', about: 'What is left, and what is sold out' },
  'Tips and hours': { scope: 'payments', about: 'Who gets which tips, and when people work' },
  Tabs: { scope: 'orders', about: 'Bills that stay open and take several orders' },
  Users: { scope: 'people', about: 'The accounts of customers and staff' },
  'Live events': { scope: null, about: 'Changes as they happen' },
  Webhooks: { scope: 'access', about: 'Events that are sent to other programs, and those that payment providers send' },
} as const satisfies Record<string, { readonly scope: KeyArea | null; readonly about: string }>;

export type CallArea = Exclude<keyof typeof AREAS, 'Live events'>;

/** The scope that an API key needs for a call. */
export function scopeOf(call: {
  readonly area: CallArea;
  readonly method: 'get' | 'post';
  readonly isRead?: boolean;
}): KeyScope {
  const { area, method, isRead } = call;
  return `${AREAS[area].scope}:${method === 'get' || isRead ? 'read' : 'write'}`;
}

/** The scope that an API key needs to receive live events of each type. */
export const EVENT_SCOPES: Readonly<Record<EventType, KeyScope>> = {
  'menu.changed': 'menu:read',
  'location.changed': 'locations:read',
  'site.changed': 'locations:read',
  'order.created': 'orders:read',
  'order.updated': 'orders:read',
  'reservation.created': 'reservations:read',
  'reservation.updated': 'reservations:read',
  'floor.changed': 'reservations:read',
  'day.changed': 'payments:read',
  'payment.attention': 'payments:read',
  'user.changed': 'people:read',
  'access.changed': 'access:read',
  'message.failed': 'messages:read',
  'mailing.updated': 'messages:read',
};

/** What each area is about, for the description of the API. */
export const AREA_DESCRIPTIONS = recordOf(keysOf<keyof typeof AREAS>(AREAS), (area) => AREAS[area].about);
