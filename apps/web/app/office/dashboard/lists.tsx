import {
  Bike,
  BookOpen,
  Check,
  ChefHat,
  CircleDashed,
  ClipboardList,
  HandPlatter,
  MapPin,
  ShoppingBag,
  Users,
  Utensils,
  X,
  type LucideIcon,
} from 'lucide-react';
import { callOutCode, ORDER_STATUSES, type OrderStatus } from '@tiffin/domain/order';
import { maySee, type Actor } from '@tiffin/domain/people';
import { moneyText, RECENT_ACTIVITY, TOP_ITEMS } from '@tiffin/domain/stats';
import { centsOf } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { SplitBar } from '../../ui/split-bar.tsx';
import styles from './lists.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-figures.ts';

const STATUS_ICONS: Readonly<Record<OrderStatus, LucideIcon>> = {
  pending: CircleDashed,
  preparing: ChefHat,
  ready: HandPlatter,
  completed: Check,
  cancelled: X,
};

export function StatusOverview({ breakdown }: { breakdown: Stats['statusBreakdown'] }) {
  return (
    <Panel title={texts.status} explain={texts.explain.status}>
      <SplitBar
        shares={ORDER_STATUSES.map((status) => {
          const Icon = STATUS_ICONS[status];
          return {
            id: status,
            label: texts.statuses[status],
            icon: <Icon aria-hidden="true" />,
            count: breakdown[status],
          };
        })}
      />
    </Panel>
  );
}

export function OrderTypes({ breakdown }: { breakdown: Stats['orderTypeBreakdown'] }) {
  return (
    <Panel title={texts.types} explain={texts.explain.types}>
      <SplitBar
        percent
        shares={[
          { id: 'pickup', label: texts.pickup, icon: <ShoppingBag aria-hidden="true" />, count: breakdown.pickup },
          { id: 'dine-in', label: texts.dineIn, icon: <Utensils aria-hidden="true" />, count: breakdown.dineIn },
          { id: 'delivery', label: texts.delivery, icon: <Bike aria-hidden="true" />, count: breakdown.delivery },
        ]}
      />
    </Panel>
  );
}

export function TopItems({ items }: { items: Stats['topItems'] }) {
  const shown = items.slice(0, TOP_ITEMS.shown);
  const most = Math.max(1, ...shown.map((item) => item.count));
  return (
    <Panel title={texts.topItems} explain={texts.explain.items}>
      {shown.length === 0 && <p className={styles.none}>{texts.nothingSold}</p>}
      <ol className={styles.items}>
        {shown.map((item, place) => (
          <li key={item.name}>
            <span className={styles.rank} aria-hidden="true">
              {place + 1}
            </span>
            <span>{item.name}</span>
            <span className={styles.sold}>{texts.sold(item.count)}</span>
            <b className={styles.sum}>{moneyText(centsOf(item.revenue), 'revenue')}</b>
            <svg className={styles.bar} height="6" aria-hidden="true">
              <rect className={styles.track} width="100%" height="6" rx="3" />
              <rect className={styles.filled} width={`${(item.count / most) * 100}%`} height="6" rx="3" />
            </svg>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export function RecentActivity({ activity }: { activity: Stats['recentActivity'] }) {
  const shown = activity.slice(0, RECENT_ACTIVITY.shown);
  return (
    <Panel
      title={texts.activity}
      explain={texts.explain.activity}
      aside={
        <a className={styles.link} href="#orders">
          {texts.openOrders}
        </a>
      }
    >
      {shown.length === 0 && <p className={styles.none}>{texts.noActivity}</p>}
      <ul className={styles.activity}>
        {shown.map((order) => {
          const Icon = STATUS_ICONS[order.status];
          return (
            <li key={order.id}>
              <b className={styles.code}>{callOutCode(order.id)}</b>
              <span className={styles.who}>{order.customerName}</span>
              <span className={styles.state}>
                <Icon aria-hidden="true" />
                {texts.statuses[order.status]}
              </span>
              <time className={styles.sold} dateTime={order.orderTime}>
                {order.timeAgo}
              </time>
              <b className={styles.sum}>{moneyText(centsOf(order.total), 'activityTotal')}</b>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const ACTIONS = [
  { section: 'orders', icon: ClipboardList },
  { section: 'menu', icon: BookOpen },
  { section: 'users', icon: Users },
  { section: 'locations', icon: MapPin },
] as const;

/** Those this person may open. */
export function QuickActions({ actor }: { actor: Actor }) {
  return (
    <nav className={styles.quick} aria-label={texts.quick}>
      <h2>{texts.quick}</h2>
      <ul>
        {ACTIONS.filter(({ section }) => maySee(section, actor)).map(({ section, icon: Icon }) => (
          <li key={section}>
            <a href={`#${section}`}>
              <Icon aria-hidden="true" />
              {texts.quickActions[section]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
