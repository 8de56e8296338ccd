import type { ReactNode } from 'react';
import { firstName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { pointsWorth } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { usePointsTerms } from '../../shared/checkout/points-part.tsx';
import { loyaltyFigures } from '../../shared/session/loyalty-figures.ts';
import { useLocations } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { formatMoney } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { AccountFrame, EmailRow, DetailRow, RowLink } from './account-frame.tsx';
import styles from './account.module.css';

export interface AccountPageProps {
  me: NonNullable<Me>;
  /** Open orders; null when there are none. */
  live: ReactNode;
  orders: ReactNode;
  /** Orders placed without an account that may belong to this customer. */
  earlier?: ReactNode;
  reservations: ReactNode;
  favourites: Answer<'getFavorites'>['favorites'];
}

export function AccountPage({ me, live, earlier, orders, reservations, favourites }: AccountPageProps) {
  const locationNames = new Map(useLocations().map(({ id, name }) => [id, name]));
  // Without those of locations that no longer exist.
  const shownFavourites = favourites.filter(({ locationId }) => locationNames.has(locationId));
  return (
    <AccountFrame
      heading={
        <>
          <p className={styles.hello}>{say`Hello, ${firstName(me.displayName)}`}</p>
          <h1>{say`Past Orders / Reservations`}</h1>
        </>
      }
    >
      {live && <div className={`brand on-brand clip round-lg ${styles.now}`}>{live}</div>}
      <section aria-labelledby="reservations">
        <h2 id="reservations">{say`Reservations`}</h2>
        {reservations}
      </section>
      <section aria-labelledby="orders">
        <h2 id="orders">{say`Past Orders`}</h2>
        {earlier}
        {orders}
      </section>
      <section aria-labelledby="points">
        <h2 id="points">{say`Your points`}</h2>
        <dl className={styles.figures}>
          {loyaltyFigures(me).map(([name, value]) => (
            <div key={name} className="upwards justify-end">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <PointsWorth balance={me.loyaltyPoints} />
        <p className="hint">{say`1 point for every $1 of a completed order, before tax and tip.`}</p>
      </section>
      <section aria-labelledby="favourites">
        <h2 id="favourites">{say`Your favourites`}</h2>
        {shownFavourites.length === 0 ? (
          <p className="text-sm soft">
            {say`Mark a dish on the menu with a heart and you find it here.`}{' '}
            <Link className="nowrap weight-600" href={paths.menuStart()}>
              {say`See the menu`}
            </Link>
          </p>
        ) : (
          <ul className={styles.favourites}>
            {shownFavourites.map((dish) => (
              <li key={`${dish.locationId}/${dish.itemId}`}>
                <Link
                  className="row between gap-12 touch-height line-below weight-550 no-underline"
                  href={paths.menuDish(dish.locationId, dish.itemId)}
                >
                  {dish.name} <span className="text-sm soft">{locationNames.get(dish.locationId)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="my-details">
        <h2 id="my-details">{say`Your details`}</h2>
        <DetailRow
          label={say`Full Name`}
          value={me.displayName}
          action={<RowLink href={paths.details()}>{say`Change`}</RowLink>}
        />
        <EmailRow me={me} />
      </section>
    </AccountFrame>
  );
}

/** What the points are worth, and what is missing to the next step. */
function PointsWorth({ balance }: { balance: number }) {
  const terms = usePointsTerms();
  if (!terms) return null;
  const { step } = terms;
  const worth = formatMoney(pointsWorth(balance, terms));
  const next = formatMoney(pointsWorth(balance + step, terms));
  const missing = step - (Math.max(0, balance) % step);
  return (
    <p>
      {balance >= step
        ? say`They take ${worth} off an order, at checkout. ${missing} more and it’s ${next}.`
        : say`${missing} more and they take ${next} off an order.`}
    </p>
  );
}
