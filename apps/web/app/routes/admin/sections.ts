import { lazy } from 'react';
import type { SectionLoads } from '../../features/admin-shell/sections.ts';

/** The parts of the back office, one line each; each comes only when it is opened. */
export const sectionLoads: SectionLoads = {
  audit: () => import('../../features/settings/audit-section.tsx'),
  'create-order': () => import('./create-order.tsx'),
  dashboard: () => import('./dashboard-section.tsx'),
  locations: () => import('../../features/locations/locations-section.tsx'),
  menu: () => import('../../features/menu-editor/menu-section.tsx'),
  messages: () => import('../../features/people/messages/messages-section.tsx'),
  orders: () => import('./orders-section.tsx'),
  payments: () => import('../../features/payments-desk/payments-section.tsx'),
  reservations: () => import('./reservations-section.tsx'),
  settings: () => import('../../features/settings/settings-section.tsx'),
  users: () => import('../../features/people/users-section.tsx'),
};

export const Palette = lazy(() => import('../../features/palette/palette.tsx'));
