import type { ComponentType } from 'react';
import { type Section, canEverPerform, canSeeSection, type Actor, type Role } from '@tiffin/domain/people';
import {
  Armchair,
  BadgePercent,
  Bike,
  BookOpen,
  Cable,
  Calculator,
  CalendarDays,
  ChartColumn,
  ChefHat,
  ClipboardList,
  ConciergeBell,
  CreditCard,
  Gift,
  HandCoins,
  LayoutDashboard,
  Mail,
  MapPin,
  ScrollText,
  SearchCheck,
  Settings,
  UserRoundX,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { ensureTemporal } from '../../shared/live/ensure-temporal.ts';

export interface AdminSection {
  /** The section's hash in the URL. */
  readonly id: Section;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The heading of the section where it differs; the search finds it too. */
  readonly heading?: string;
  /** Loaded when the section is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

const LOOKS: Readonly<Record<Section, Pick<AdminSection, 'label' | 'icon' | 'heading'>>> = {
  dashboard: { label: say`Dashboard`, icon: LayoutDashboard },
  report: { label: say`Report`, icon: ChartColumn },
  orders: { label: say`Orders`, icon: ClipboardList, heading: say`Order Management` },
  'create-order': { label: say`Till`, icon: Calculator, heading: say`Create New Order` },
  kitchen: { label: say`Kitchen`, icon: ChefHat },
  'find-order': { label: say`Find an Order`, icon: SearchCheck },
  deliveries: { label: say`Deliveries`, icon: Bike },
  reservations: { label: say`Reservations`, icon: CalendarDays },
  floor: { label: say`Floor`, icon: Armchair },
  menu: { label: say`Menu`, icon: BookOpen },
  stations: { label: say`Stations`, icon: ConciergeBell },
  users: { label: say`Users`, icon: Users },
  locations: { label: say`Locations`, icon: MapPin },
  promotions: { label: say`Promotions`, icon: BadgePercent },
  messages: { label: say`Messages`, icon: Mail },
  payments: { label: say`Payments`, icon: CreditCard },
  'gift-cards': { label: say`Gift cards`, icon: Gift },
  closing: { label: say`Closing`, icon: Wallet },
  tips: { label: say`Tips and hours`, icon: HandCoins },
  settings: { label: say`Settings`, icon: Settings },
  connections: { label: say`Connections`, icon: Cable },
  audit: { label: say`Audit Log`, icon: ScrollText },
  privacy: { label: say`Privacy`, icon: UserRoundX },
};

export type SectionLoads = Partial<Record<Section, AdminSection['load']>>;

/** All sections, by job. */
const GROUPS: readonly (readonly [string, readonly Section[]])[] = [
  [say`Now`, ['floor', 'orders', 'create-order', 'kitchen', 'deliveries', 'reservations', 'find-order']],
  [say`Menu`, ['menu']],
  [say`Guests and messages`, ['promotions', 'messages', 'privacy']],
  [say`Money`, ['closing', 'tips', 'dashboard', 'report', 'payments', 'gift-cards']],
  [say`Set-up`, ['locations', 'users', 'stations', 'settings', 'connections', 'audit']],
];

/** What each role sees at first sight, at most six; the rest is behind More. The back office opens with the first. */
const FIRST_SECTIONS: Readonly<Record<Role, readonly Section[]>> = {
  customer: [],
  staff: ['orders', 'create-order', 'kitchen', 'deliveries', 'reservations', 'find-order'],
  manager: ['dashboard', 'orders', 'create-order', 'kitchen', 'reservations', 'deliveries'],
  accountant: ['report', 'payments'],
  admin: ['dashboard', 'orders', 'create-order', 'reservations', 'menu', 'report'],
};

/** The same where the person's location has a plan of its tables. */
const FIRST_WITH_FLOOR: typeof FIRST_SECTIONS = {
  ...FIRST_SECTIONS,
  staff: ['floor', 'orders', 'create-order', 'kitchen', 'reservations', 'deliveries'],
  manager: ['dashboard', 'floor', 'orders', 'create-order', 'kitchen', 'reservations'],
  admin: ['dashboard', 'floor', 'orders', 'create-order', 'menu', 'report'],
};

/** What an administrator sees at first sight on a large screen, where the whole list fits. */
const ADMIN_ON_LARGE_SCREENS: readonly Section[] = [
  'dashboard',
  'floor',
  'orders',
  'create-order',
  'kitchen',
  'reservations',
  'menu',
  'users',
  'locations',
  'report',
];

/** From this size on, the sidebar has room for {@link ADMIN_ON_LARGE_SCREENS}. `shell.module.css` has it too. */
export const LARGE_SCREEN = '(min-width: 1280px) and (min-height: 800px)';

export interface SectionGroup {
  readonly name: string;
  readonly sections: readonly AdminSection[];
}

export interface Sections {
  readonly first: readonly AdminSection[];
  readonly rest: readonly AdminSection[];
  /** `first` on a large screen. */
  readonly firstOnLarge: readonly AdminSection[];
  /** All visible sections, by job. */
  readonly groups: readonly SectionGroup[];
}

/** The sections that the person sees. Without a plan of tables, only people who can draw one see the floor. */
export function sectionsOf(actor: Actor, loads: SectionLoads, hasFloor: boolean): Sections {
  const canSee = (id: Section) =>
    canSeeSection(id, actor) && (id !== 'floor' || hasFloor || canEverPerform('floor.edit', actor));
  const role = actor.kind === 'person' ? actor.role : 'customer';
  const first = (hasFloor ? FIRST_WITH_FLOOR : FIRST_SECTIONS)[role];
  const visible = (ids: readonly Section[]) =>
    ids.flatMap((id) => {
      const load = loads[id];
      return load && canSee(id) ? [{ id, ...LOOKS[id], load: withCalendar(load) }] : [];
    });
  const groups = GROUPS.map(([name, ids]) => ({ name, sections: visible(ids) }));
  return {
    first: visible(first),
    firstOnLarge: visible(role === 'admin' ? ADMIN_ON_LARGE_SCREENS : first),
    rest: groups.flatMap(({ sections }) => sections).filter(({ id }) => !first.includes(id)),
    groups: groups.filter(({ sections }) => sections.length > 0),
  };
}

/** Back office pages use calendar arithmetic, so browsers without Temporal load a polyfill first. */
function withCalendar(load: AdminSection['load']): AdminSection['load'] {
  return () => ensureTemporal().then(load);
}

/** The section named by the URL. An unknown hash keeps the current one. */
export function chooseSection(hash: string, visible: readonly AdminSection[], current: Section | null) {
  const find = (id: string | null) => visible.find((section) => section.id === id);
  // '#find-order/TRU-20261120-AAAAA' is the page of that order within the section.
  const [id = ''] = hash.replace(/^#/, '').split(/[/?]/);
  // Old links to the sign-ins open the audit log, which then filters by them and changes the address.
  return find(id === 'security' ? 'audit' : id) ?? find(current) ?? visible[0] ?? null;
}
