import type { ReactNode } from 'react';
import { ChevronLeft } from 'lucide-react';
import { entryOf, humaniseCode, say } from '@tiffin/domain/core';
import { callOutCode, orderTypeLabel, statusFacts } from '@tiffin/domain/order';
import { phoneText, roleName } from '@tiffin/domain/people';
import { moneyText } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime, phoneHref } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import styles from './palette.module.css';
import type { FoundOrder, FoundPerson } from './entries.ts';

const PAID = {
  unpaid: say`Unpaid`,
  pending: say`Payment pending`,
  paid: say`Paid`,
  failed: say`Payment failed`,
  refunded: say`Refunded`,
};

const personFiguresText = (orders: number, spent: string) =>
  orders === 1 ? say`1 order, ${spent} spent` : say`${orders} orders, ${spent} spent`;

interface CardProps {
  onBack: () => void;
  onOpen: () => void;
}

/** What staff need when a guest calls about an order. */
export function OrderCard({ order, ...handlers }: CardProps & { order: FoundOrder }) {
  const { customerInfo, deliveryInfo, tableInfo, locationInfo, pricing } = order;
  return (
    <Card title={callOutCode(order.orderId)} openLabel={say`Open the order`} {...handlers}>
      <p className="flex flex-wrap gap-6">
        <Badge tone="plum">{statusFacts(order.status).shortLabel}</Badge>{' '}
        <Badge>{entryOf(PAID, order.paymentStatus) ?? humaniseCode(order.paymentStatus)}</Badge>{' '}
        <Badge>{orderTypeLabel(order.orderType)}</Badge>
      </p>
      <p>
        {customerInfo.name}
        {customerInfo.phone && (
          <>
            {', '}
            <a href={phoneHref(customerInfo.phone)}>{phoneText(customerInfo.phone)}</a>
          </>
        )}
      </p>
      <p className="hint">
        {[
          locationInfo.name,
          formatTime(order.orderTime, 'date-time', locationInfo.timeZone),
          deliveryInfo?.address,
          tableInfo?.tableNumber,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      <ul className={styles.items}>
        {order.items.map((item) => (
          <li className="grid gap-8" key={item.line}>
            <b className="num">{item.quantity}×</b>
            <span>{item.name}</span>
            <span className="num">{formatMoney(centsOf(item.price * item.quantity))}</span>
          </li>
        ))}
        <li className="grid gap-8">
          <b />
          <b>{say`Total`}</b>
          <b className="num">{formatMoney(centsOf(pricing.total))}</b>
        </li>
      </ul>
      {order.specialInstructions && <p className={`round-sm quiet ${styles.note}`}>{order.specialInstructions}</p>}
    </Card>
  );
}

export function PersonCard({ person, ...handlers }: CardProps & { person: FoundPerson }) {
  return (
    <Card title={person.displayName} openLabel={say`Open Users`} {...handlers}>
      <p className="flex flex-wrap gap-6">
        <Badge tone="plum">{roleName(person.role)}</Badge>{' '}
        {!person.isActive && <Badge tone="bad">{say`Inactive`}</Badge>}
      </p>
      <p>
        <a href={`mailto:${person.email}`}>{person.email}</a>
      </p>
      {person.phoneNumber && (
        <p>
          <a href={phoneHref(person.phoneNumber)}>{phoneText(person.phoneNumber)}</a>
        </p>
      )}
      <p className="hint">
        {personFiguresText(person.totalOrders, moneyText(centsOf(person.totalSpent), 'activityTotal'))}
      </p>
    </Card>
  );
}

function Card({
  title,
  openLabel,
  onBack,
  onOpen,
  children,
}: CardProps & { title: string; openLabel: string; children: ReactNode }) {
  return (
    <div className={`grid gap-8 ${styles.card}`}>
      <div className={`row gap-8 ${styles.head}`}>
        <IconButton label={say`Back to the search`} onClick={onBack}>
          <ChevronLeft />
        </IconButton>
        <h3>{title}</h3>
      </div>
      {children}
      <Button ref={(button) => button?.focus()} block onClick={onOpen}>
        {openLabel}
      </Button>
    </div>
  );
}
