import type { ComponentType } from 'react';
import { type Section, SECTIONS, maySee, type Actor, type Role } from '@tiffin/domain/people';
import {
  Bike,
  BookOpen,
  CalendarDays,
  ClipboardList,
  CreditCard,
  LayoutDashboard,
  Mail,
  MapPin,
  Plus,
  ScrollText,
  SearchCheck,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { texts } from './texts.ts';

export interface AdminSection {
  /** Its hash in the address. */
  readonly id: Section;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly least: Role;
  /** Comes only when it is opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  dashboard: LayoutDashboard,
  orders: ClipboardList,
  'create-order': Plus,
  'find-order': SearchCheck,
  deliveries: Bike,
  reservations: CalendarDays,
  menu: BookOpen,
  users: Users,
  locations: MapPin,
  messages: Mail,
  payments: CreditCard,
  settings: Settings,
  audit: ScrollText,
};

/** The parts that are there. */
export type SectionLoads = Partial<Record<Section, AdminSection['load']>>;

/** Day-to-day work first, then what is set up now and then. */
const ORDER: readonly (readonly Section[])[] = [
  ['dashboard', 'orders', 'create-order', 'deliveries', 'reservations', 'find-order'],
  ['menu', 'users', 'locations', 'messages', 'payments', 'settings', 'audit'],
];

/** What this person sees in the sidebar, in groups. */
export function sectionGroups(actor: Actor, loads: SectionLoads): AdminSection[][] {
  return ORDER.map((group) =>
    group.flatMap((id) => {
      const load = loads[id];
      return load && maySee(id, actor)
        ? [{ id, label: texts.names[id], icon: ICONS[id], least: SECTIONS[id], load: withCalendar(load) }]
        : [];
    }),
  ).filter((group) => group.length > 0);
}

/** The back office reckons with days: browsers without a calendar of their own get one first. */
function withCalendar(load: AdminSection['load']): AdminSection['load'] {
  return () => ensureTemporal().then(load);
}

/** The section an address names, or the one that stays: an unknown hash is ignored. */
export function chooseSection(
  hash: string,
  visible: readonly AdminSection[],
  current: Section | null,
): AdminSection | null {
  const find = (id: string | null) => visible.find((section) => section.id === id);
  // '#find-order/TRU-20261120-AAAAA' is that order's page of the section.
  const [id = ''] = hash.replace(/^#/, '').split(/[/?]/);
  return find(id) ?? find(current) ?? visible[0] ?? null;
}

/** Calendar arithmetic for browsers that do not bring it yet: asked for before the first use. */
async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
