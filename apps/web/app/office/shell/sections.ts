import type { ComponentType } from 'react';
import { type Section, canSeeSection, type Actor } from '@tiffin/domain/people';
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

export interface AdminSection {
  /** The section's hash in the URL. */
  readonly id: Section;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Loaded when the section is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

const LOOKS: Readonly<Record<Section, Pick<AdminSection, 'label' | 'icon'>>> = {
  dashboard: { label: say`Dashboard`, icon: LayoutDashboard },
  report: { label: say`Report`, icon: ChartColumn },
  orders: { label: say`Order Management`, icon: ClipboardList },
  'create-order': { label: say`Create New Order`, icon: Plus },
  'find-order': { label: say`Find an Order`, icon: SearchCheck },
  deliveries: { label: say`Deliveries`, icon: Bike },
  reservations: { label: say`Reservations`, icon: CalendarDays },
  menu: { label: say`Menu`, icon: BookOpen },
  stations: { label: say`Stations`, icon: ChefHat },
  users: { label: say`Users`, icon: Users },
  locations: { label: say`Locations`, icon: MapPin },
  messages: { label: say`Messages`, icon: Mail },
  payments: { label: say`Payments`, icon: CreditCard },
  settings: { label: say`Settings`, icon: Settings },
  audit: { label: say`Audit Log`, icon: ScrollText },
  privacy: { label: say`Privacy`, icon: UserRoundX },
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
      return load && canSeeSection(id, actor) ? [{ id, ...LOOKS[id], load: withCalendar(load) }] : [];
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
