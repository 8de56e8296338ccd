import {
  Bike,
  Check,
  ChefHat,
  CircleDashed,
  CircleEllipsis,
  HandPlatter,
  PackageOpen,
  ShoppingBag,
  Utensils,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { OrderStatus, OrderType } from '@tiffin/domain/order';
import type { Tone } from '../../ui/badge.tsx';

// Icons of order types and statuses; their words are in the domain. A tab may be older than the server, so an unknown
// type or status has an icon, too.

const TYPE_ICONS: Readonly<Partial<Record<string, LucideIcon>>> = {
  pickup: ShoppingBag,
  delivery: Bike,
  'dine-in': Utensils,
} satisfies Record<OrderType, LucideIcon>;

export function TypeIcon({ type }: { type: string }) {
  const Icon = TYPE_ICONS[type] ?? PackageOpen;
  return <Icon />;
}

interface StatusLook {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const STATUS_LOOKS: Readonly<Partial<Record<string, StatusLook>>> = {
  pending: { icon: CircleDashed, tone: 'info' },
  preparing: { icon: ChefHat, tone: 'warn' },
  ready: { icon: HandPlatter, tone: 'ok' },
  completed: { icon: Check, tone: 'ok' },
  cancelled: { icon: X, tone: 'bad' },
} satisfies Record<OrderStatus, StatusLook>;

export function StatusIcon({ status }: { status: string }) {
  const Icon = STATUS_LOOKS[status]?.icon ?? CircleEllipsis;
  return <Icon />;
}

export function statusTone(status: string): Tone {
  return STATUS_LOOKS[status]?.tone ?? 'info';
}

/** '2 × Butter Chicken, Mango Lassi' */
export function dishesInWords(items: readonly { readonly quantity: number; readonly name: string }[]): string {
  return items.map(({ quantity, name }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');
}
