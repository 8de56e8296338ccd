import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { canSeeSection } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import styles from './payments.module.css';

/** Query key of this section, so that one refresh reloads all its queries. */
export const PAYMENTS_KEY = ['payments-desk'];

interface PaymentCardProps {
  title: ReactNode;
  aside: ReactNode;
  text?: ReactNode;
  facts: ReactNode;
  children?: ReactNode;
}

/** A payment, a refund, a failed event or a day. */
export function PaymentCard({ title, aside, text, facts, children }: PaymentCardProps) {
  return (
    <article className={styles.card}>
      <header className={styles.top}>
        <b>{title}</b>
        {aside}
      </header>
      {text !== undefined && <p>{text}</p>}
      <p className={styles.facts}>{facts}</p>
      {children}
    </article>
  );
}

export function AmountFact({ label, amount }: { label: string; amount: number }) {
  return (
    <span>
      {label}: <Money cents={centsOf(amount)} />
    </span>
  );
}

export function PaymentOrderLink({ orderId }: { orderId: string | null }) {
  const { actor } = useBackOffice();
  if (orderId === null) return say`No order`;
  if (!canSeeSection('find-order', actor)) return <span className="num">{orderId}</span>;
  return (
    <a className="num" href={officePaths.order(orderId)}>
      {orderId}
    </a>
  );
}
