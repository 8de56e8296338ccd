import type { KeyArea, KeyScope } from '@tiffin/domain/people';
import type { EventType } from './events.ts';

/** The areas of the calls, and the area that their scopes name. */
const SCOPE_AREAS = {
  'API keys': 'access',
  Account: 'people',
  Accounting: 'reports',
  'Audit log': 'settings',
  Closing: 'payments',
  Dashboard: 'reports',
  Delivery: 'orders',
  Floor: 'reservations',
  Health: 'health',
  Invitations: 'people',
  Kitchen: 'orders',
  'Location management': 'locations',
  Locations: 'locations',
  Menu: 'menu',
  'Menu management': 'menu',
  'Menu photos': 'menu',
  Messages: 'messages',
  Orders: 'orders',
  'Orders without an account': 'orders',
  Payments: 'payments',
  People: 'people',
  'Pick-up screens': 'access',
  Printers: 'access',
  Privacy: 'privacy',
  Promotions: 'menu',
  Push: 'messages',
  Reports: 'reports',
  Reservations: 'reservations',
  Service: 'orders',
  Settings: 'settings',
  'Shared tablets': 'access',
  'Sign-in': 'people',
  Stock: 'menu',
  Tabs: 'orders',
  'Tips and hours': 'payments',
  Users: 'people',
  Webhooks: 'access',
} as const satisfies Record<string, KeyArea>;

export type CallArea = keyof typeof SCOPE_AREAS;

/** The scope that an API key needs for a call. */
export function scopeOf(call: {
  readonly area: CallArea;
  readonly method: 'get' | 'post';
  readonly isRead?: boolean;
}): KeyScope {
  const { area, method, isRead } = call;
  return `${SCOPE_AREAS[area]}:${method === 'get' || isRead ? 'read' : 'write'}`;
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

export const AREA_DESCRIPTIONS: Readonly<Record<CallArea | 'Live events', string>> = {
  'API keys': 'Keys with which programs call the API',
  Account: 'The account of the signed-in person',
  Accounting: 'The journal for the accountant, its accounts and closed days, and lists',
  'Audit log': 'Who changed what, who signed in, and who tried to',
  Closing: 'Cash drawers, and the closing of each day',
  Dashboard: 'Figures about orders, revenue and customers',
  Delivery: 'Delivery zones and the work of drivers',
  Floor: 'The plan of the tables, and who sits where',
  Health: 'Whether the server and its services work',
  Invitations: 'Inviting people to the team, and accepting an invitation',
  Kitchen: 'When orders can be ready, and how many the kitchen takes',
  'Location management': 'Adding, changing and closing locations',
  Locations: 'The locations as guests see them',
  Menu: 'The menu as guests see it',
  'Menu management': 'Changing dishes, categories, options and dayparts',
  'Menu photos': 'Photos of dishes',
  Messages: 'Mails and text messages to guests',
  Orders: 'Placing, following and cancelling orders',
  'Orders without an account': 'Adding earlier orders to an account',
  Payments: 'Payments, bills and refunds',
  People: 'Staff and their approvals',
  'Pick-up screens': 'Televisions that show which pickup orders are ready',
  Printers: 'Printers that ask the server for tickets and receipts',
  Privacy: 'Erasing the data of guests',
  Promotions: 'What is taken off orders, by itself or with a code',
  Push: 'Notifications in the browser',
  Reports: 'Sales, taxes, tips and payments of any period',
  Reservations: 'Booking tables',
  Service: 'Orders in the restaurant: the till and the board',
  Settings: 'The settings of the restaurant',
  'Shared tablets': 'Tablets that several people use with a PIN',
  'Sign-in': 'Signing in and out, passkeys and devices',
  Stock: 'What is left, and what is sold out',
  'Tips and hours': 'Who gets which tips, and when people work',
  Tabs: 'Bills that stay open and take several orders',
  Users: 'The accounts of customers and staff',
  'Live events': 'Changes as they happen',
  Webhooks: 'Events that are sent to other programs, and those that payment providers send',
};
