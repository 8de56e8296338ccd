import type { UseQueryResult } from '@tanstack/react-query';
import { userNotices } from '@tiffin/domain/errors';
import { centsOf, formatMoney, formatTime, formatCount } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';
import styles from './user-facts.module.css';
import type { User, UserDetails } from './use-users.ts';

/** What one may want to know before changing somebody. */
export function UserFacts({
  user,
  details,
  className,
}: {
  user: User;
  details: UseQueryResult<UserDetails>;
  className: string;
}) {
  const seen = user.lastLoginAt ? texts.lastSeen(formatTime(user.lastLoginAt, 'day')) : texts.neverSeen;
  return (
    <div className={classNames('hint grid gap-8', styles.facts, className)}>
      <p>
        {texts.orders(user.totalOrders, formatMoney(centsOf(user.totalSpent)))}.{' '}
        {texts.joined(formatTime(user.createdAt, 'day'))}, {seen}.
      </p>
      {details.isPending && <Skeleton height={40} />}
      {details.isError && <p role="alert">{userNotices.detailsFailed}</p>}
      {details.data && <More details={details.data} />}
    </div>
  );
}

function More({ details: { consent, welcomeCode, points, user } }: { details: UserDetails }) {
  return (
    <>
      <p>{offersText(consent)}</p>
      {welcomeCode && user.totalOrders === 0 && <p>{texts.welcomeCode(welcomeCode)}</p>}
      {points.length > 0 && (
        <details>
          <summary className="touch-height pointer weight-600 ink">{texts.pointsHistory}</summary>
          <ul className="grid gap-6">
            {points.map((entry) => (
              <li className="flex gap-12 digits" key={`${entry.at} ${entry.orderId} ${entry.points}`}>
                <Time at={entry.at} look="day" />
                <span className="grow">
                  {entry.note ?? `${texts.reasons[entry.reason]}${entry.orderId ? ` ${entry.orderId}` : ''}`}
                </span>
                <b className="ink">{entry.points > 0 ? `+${formatCount(entry.points)}` : formatCount(entry.points)}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function offersText(consent: UserDetails['consent']): string {
  if (!consent) return texts.offersNo;
  if (consent.withdrawnAt) return texts.offersLeft(formatTime(consent.withdrawnAt, 'day'));
  return texts.offersYes(formatTime(consent.agreedAt, 'day'), consent.source);
}
