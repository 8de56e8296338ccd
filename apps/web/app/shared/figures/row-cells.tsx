import type { RowKind } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import styles from './figures.module.css';

const ROW_KINDS = {
  sale: say`Sale`,
  payment: say`Payment`,
  refund: say`Refund`,
  cancellation: say`Cancelled`,
  balance: say`Balance`,
  guest: say`Guest`,
} satisfies Record<RowKind, string>;

interface Happened {
  readonly kind: RowKind;
  readonly at: string;
  readonly by: string | null;
}

/** 'Refund', and who made it when. */
export function WhatHappened({ row: { kind, at, by }, zone }: { row: Happened; zone: string }) {
  const when = formatTime(at, 'date-time', zone);
  return (
    <>
      {ROW_KINDS[kind]}
      <span className="hint block">{by === null ? when : `${by}, ${when}`}</span>
    </>
  );
}

/** The number of the order or bill, which opens its page. */
export function OrderLink({ orderId }: { orderId: string | null }) {
  if (orderId === null) return <>{say`No order`}</>;
  return (
    <TextLink className={styles.order ?? ''} href={officePaths.order(orderId)}>
      {orderId}
    </TextLink>
  );
}
