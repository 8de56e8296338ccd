import type { Section } from '@tiffin/domain/people';

/** The page of the handbook that explains a section of the back office. */
export const HANDBOOK_PAGE_OF_SECTION: Readonly<Record<Section, string>> = {
  dashboard: 'the-weeks-figures',
  report: 'closing-the-month',
  orders: 'in-the-kitchen',
  'create-order': 'a-day-at-the-till',
  kitchen: 'in-the-kitchen',
  closing: 'closing-the-day',
  tips: 'tips-and-hours',
  'find-order': 'guests-questions',
  deliveries: 'deliveries',
  reservations: 'tables',
  floor: 'the-floor',
  menu: 'the-menu',
  stations: 'in-the-kitchen',
  users: 'who-may-do-what',
  locations: 'open-a-restaurant',
  promotions: 'promotions',
  messages: 'writing-to-guests',
  payments: 'taking-cards',
  'gift-cards': 'promotions',
  settings: 'open-a-restaurant',
  connections: 'other-software',
  audit: 'who-signed-in',
  privacy: 'guests-questions',
};
