import { BookOpen, ClipboardList, MapPin, Users } from 'lucide-react';
import {
  callOutCode,
  GUEST_ORDER_TYPES,
  ORDER_STATUSES,
  orderTypeFacts,
  orderTypeLabel,
  statusFacts,
} from '@tiffin/domain/order';
import { canSeeSection, type Actor } from '@tiffin/domain/people';
import { RECENT_ACTIVITY, TOP_ITEMS } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import { Explained } from '../../shared/figures/explained.tsx';
import { formatCount, moneyText, SplitBar } from '../../ui/figures.tsx';
import { StatusIcon, TypeIcon } from '../../shared/order/order-looks.tsx';
import { centsOf } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Stats } from './use-figures.ts';
import styles from './dashboard.module.css';
import figures from '../../ui/figures.module.css';

/** The counts in the order of the names. A newer server may send names that this page does not know; they come last. */
function countsInOrder(orderedNames: readonly string[], breakdown: Readonly<Record<string, number>>) {
  const unknown = Object.keys(breakdown).filter((name) => !orderedNames.includes(name));
  return [...orderedNames, ...unknown].map((name) => ({ name, count: breakdown[name] ?? 0 }));
}

export function StatusOverview({ breakdown }: { breakdown: Stats['statusBreakdown'] }) {
  return (
    <Panel
      title={say`Order Status Overview`}
      explain={say`Where every order of this period stands now, cancelled ones too.`}
    >
      <SplitBar
        shares={countsInOrder(ORDER_STATUSES, breakdown).map(({ name, count }) => ({
          id: name,
          label: statusFacts(name).shortLabel,
          icon: <StatusIcon status={name} />,
          count,
          shown: (
            <Explained
              figure="status"
              figureKey={name}
              title={statusFacts(name).shortLabel}
              text={formatCount(count)}
            />
          ),
        }))}
      />
    </Panel>
  );
}

const TYPE_OF_FIGURE = new Map(GUEST_ORDER_TYPES.map((type) => [orderTypeFacts(type).figure, type]));

export function OrderTypes({ breakdown }: { breakdown: Stats['orderTypeBreakdown'] }) {
  return (
    <Panel title={say`Order types`} explain={say`How guests received their orders. Cancelled ones are left out.`}>
      <SplitBar
        percent
        shares={countsInOrder([...TYPE_OF_FIGURE.keys()], breakdown).map(({ name, count }) => {
          const type = TYPE_OF_FIGURE.get(name) ?? name;
          const label = orderTypeLabel(type);
          const shown = <Explained figure="orderType" figureKey={type} title={label} text={formatCount(count)} />;
          return { id: type, label, icon: <TypeIcon type={type} />, count, shown };
        })}
      />
    </Panel>
  );
}

export function TopItems({ items }: { items: Stats['topItems'] }) {
  const shown = items.slice(0, TOP_ITEMS.shown);
  const most = Math.max(1, ...shown.map((item) => item.count));
  return (
    <Panel title={say`Top Menu Items`} explain={say`The best-selling dishes by number sold. Revenue is before tax.`}>
      {shown.length === 0 && <p className="hint">{say`Nothing sold in this period yet.`}</p>}
      <ol className={styles.items}>
        {shown.map((item, index) => (
          <li key={item.name} className="grid align-center">
            <span className="soft weight-600" aria-hidden="true">
              {index + 1}
            </span>
            <span>{item.name}</span>
            <span className="hint">{say`${item.count} sold`}</span>
            <b className="digits text-right">{moneyText(centsOf(item.revenue), 'revenue')}</b>
            <svg className={`full-width ${styles.bar}`} height="6" aria-hidden="true">
              <rect className={figures.none} width="100%" height="6" rx="3" />
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
      title={say`Recent Activity`}
      explain={say`The newest orders of this period, in any status.`}
      aside={
        <a className={`inline-row touch-height weight-600 ${styles.link}`} href="#orders">
          {say`Open orders`}
        </a>
      }
    >
      {shown.length === 0 && <p className="hint">{say`No orders in this period yet.`}</p>}
      <ul className={styles.activity}>
        {shown.map((order) => (
          <li className="grid align-center" key={order.id}>
            <b className={styles.code}>{callOutCode(order.id)}</b>
            <span className="weight-560">{order.customerName}</span>
            <span className={`row justify-end gap-6 text-xs icon-16 ${styles.state}`}>
              <StatusIcon status={order.status} />
              {statusFacts(order.status).shortLabel}
            </span>
            <time className={`hint ${styles.when}`} dateTime={order.orderTime}>
              {order.timeAgo}
            </time>
            <b className={`digits text-right ${styles.sum}`}>{moneyText(centsOf(order.total), 'activityTotal')}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const ACTIONS = [
  { section: 'orders', title: say`Orders`, icon: ClipboardList },
  { section: 'menu', title: say`Menu`, icon: BookOpen },
  { section: 'users', title: say`Users`, icon: Users },
  { section: 'locations', title: say`Locations`, icon: MapPin },
] as const;

/** Links to the pages this person may open. */
export function QuickActions({ actor }: { actor: Actor }) {
  return (
    <nav className={`stack gap-10 icon-20 ${styles.quick}`} aria-label={say`Quick Actions`}>
      <h2>{say`Quick Actions`}</h2>
      <ul className="grid gap-8">
        {ACTIONS.filter(({ section }) => canSeeSection(section, actor)).map(({ section, title, icon: Icon }) => (
          <li key={section}>
            <a className="row gap-12 round-control quiet weight-600 no-underline" href={`#${section}`}>
              <Icon />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
