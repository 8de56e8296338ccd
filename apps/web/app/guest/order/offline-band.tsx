import { WifiOff } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useOnline } from '../../shared/offline/online.ts';
import { dayUnlessToday, formatTime, phoneHref } from '../../ui/format.ts';
import type { Order } from './use-order.ts';
import styles from './order.module.css';

const OFFLINE_BAND = {
  age: (minutes: number) =>
    minutes < 1
      ? say`just now`
      : minutes === 1
        ? say`1 minute ago`
        : minutes < 60
          ? say`${minutes} minutes ago`
          : minutes < 120
            ? say`1 hour ago`
            : say`${Math.floor(minutes / 60)} hours ago`,
};

/** Says that the server cannot be reached, and how old the shown order is. */
export function OfflineBand({ order, now, since }: { order: Order; now: Date; since: Date | null }) {
  const online = useOnline();
  const { timeZone, phone } = order.locationInfo;
  const day = since && dayUnlessToday(since, now, timeZone);
  const time = since && formatTime(since, day === null ? 'time' : 'date-time', timeZone);
  return (
    !online && (
      <div className={styles.offline}>
        <p role="status" className="wrap row gap-12 align-start icon-18 text-sm leading-140">
          <WifiOff />
          <span>
            <b className="block weight-600">
              {since && time
                ? say`You’re offline. This is what we knew at ${time}, ${OFFLINE_BAND.age(minutesBetween(since, now))}.`
                : say`You’re offline.`}
            </b>
            {say`It updates by itself when you are back. To be sure, call`}{' '}
            <a href={phoneHref(phone)} className="nowrap">
              {phoneText(phone)}
            </a>
            .
          </span>
        </p>
      </div>
    )
  );
}

function minutesBetween(from: Date, to: Date): number {
  return Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000));
}
