import type { ComponentType } from 'react';
import { type Section, SECTIONS, canSeeSection, type Actor, type Role } from '@tiffin/domain/people';
import {
  Bike,
  BookOpen,
  CalendarDays,
  ChartColumn,
  ChefHat,
  ClipboardList,
  CreditCard,
  LayoutDashboard,
  Mail,
  MapPin,
  Plus,
  ScrollText,
  SearchCheck,
  Settings,
  UserRoundX,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { say } from '@tiffin/domain/core';

const NAMES = {
  dashboard: say`Dashboard`,
  report: say`Report`,
  orders: say`Order Management`,
  'create-order': say`Create New Order`,
  'find-order': say`Find an Order`,
  deliveries: say`Deliveries`,
  reservations: say`Reservations`,
  menu: say`Menu`,
  stations: say`Stations`,
  users: say`Users`,
  locations: say`Locations`,
  messages: say`Messages`,
  payments: say`Payments`,
  settings: say`Settings`,
  audit: say`Audit Log`,
  privacy: say`Privacy`,
};

export interface AdminSection {
  /** The section's hash in the URL. */
  readonly id: Section;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly least: Role;
  /** Loaded when the section is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  dashboard: LayoutDashboard,
  report: ChartColumn,
  orders: ClipboardList,
  'create-order': Plus,
  'find-order': SearchCheck,
  deliveries: Bike,
  reservations: CalendarDays,
  menu: BookOpen,
  stations: ChefHat,
  users: Users,
  locations: MapPin,
  messages: Mail,
  payments: CreditCard,
  settings: Settings,
  audit: ScrollText,
  privacy: UserRoundX,
};

export type SectionLoads = Partial<Record<Section, AdminSection['load']>>;

/** Daily work first, then set-up. */
const ORDER: readonly (readonly Section[])[] = [
  ['dashboard', 'report', 'orders', 'create-order', 'deliveries', 'reservations', 'find-order'],
  ['menu', 'stations', 'users', 'locations', 'messages', 'payments', 'settings', 'audit', 'privacy'],
];

export function sectionGroups(actor: Actor, loads: SectionLoads): AdminSection[][] {
  return ORDER.map((group) =>
    group.flatMap((id) => {
      const load = loads[id];
      return load && canSeeSection(id, actor)
        ? [{ id, label: NAMES[id], icon: ICONS[id], least: SECTIONS[id], load: withCalendar(load) }]
        : [];
    }),
  ).filter((group) => group.length > 0);
}

/** Back office pages use calendar arithmetic, so browsers without Temporal load a polyfill first. */
function withCalendar(load: AdminSection['load']): AdminSection['load'] {
  return () => ensureTemporal().then(load);
}

/** The section named by the URL. An unknown hash keeps the current one. */
export function chooseSection(
  hash: string,
  visible: readonly AdminSection[],
  current: Section | null,
): AdminSection | null {
  const find = (id: string | null) => visible.find((section) => section.id === id);
  // '#find-order/TRU-20261120-AAAAA' is the page of that order within the section.
  const [id = ''] = hash.replace(/^#/, '').split(/[/?]/);
  // The section of sign-ins became a filter of the audit log; it changes the address.
  return find(id === 'security' ? 'audit' : id) ?? find(current) ?? visible[0] ?? null;
}

/** Loads a Temporal polyfill where the browser has none; must complete before the first use. */
async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
