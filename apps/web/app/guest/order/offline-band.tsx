import { WifiOff } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { useOnline } from '../../shared/offline/online.ts';
import { dayUnlessToday, formatTime, phoneHref } from '../../ui/format.ts';
import { texts } from './texts.ts';
import type { Order } from './use-order.ts';
import styles from './order.module.css';

const { offlineBand: words } = texts;

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
          <WifiOff aria-hidden="true" />
          <span>
            <b className="block weight-600">
              {since && time ? words.known(time, words.age(minutesBetween(since, now))) : words.title}
            </b>
            {words.text}{' '}
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
