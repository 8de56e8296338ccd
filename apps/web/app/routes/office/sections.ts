import { lazy } from 'react';
import type { SectionLoads } from '../../office/shell/sections.ts';

/** The sections of the back office, one line each. Each is loaded when it is opened. */
export const sectionLoads: SectionLoads = {
  audit: () => import('../../office/settings/audit-section.tsx'),
  closing: () => import('../../office/closing/closing-section.tsx'),
  tips: () => import('../../office/tips/tips-section.tsx'),
  connections: () => import('../../office/connections/connections-section.tsx'),
  'create-order': () => import('./create-order.tsx'),
  dashboard: () => import('./dashboard-section.tsx'),
  deliveries: () => import('../../office/deliveries/deliveries-section.tsx'),
  'find-order': () => import('./find-order-section.tsx'),
  'gift-cards': () => import('../../office/gift-cards/gift-cards-section.tsx'),
  floor: () => import('../../office/floor/floor-section.tsx'),
  kitchen: () => import('./orders-section.tsx'),
  locations: () => import('../../office/locations/locations-section.tsx'),
  menu: () => import('../../office/menu/menu-section.tsx'),
  messages: () => import('../../office/messages/messages-section.tsx'),
  orders: () => import('./orders-section.tsx'),
  payments: () => import('../../office/payments/payments-section.tsx'),
  privacy: () => import('../../office/privacy/privacy-section.tsx'),
  promotions: () => import('../../office/promotions/promotions-section.tsx'),
  report: () => import('../../office/report/report-section.tsx'),
  reservations: () => import('./reservations-section.tsx'),
  settings: () => import('../../office/settings/settings-section.tsx'),
  stations: () => import('../../office/kitchen/stations-section.tsx'),
  users: () => import('../../office/people/users-section.tsx'),
};

export const Palette = lazy(() => import('../../office/palette/palette.tsx'));
