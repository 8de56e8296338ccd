import type { ReactNode } from 'react';
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
