import { type ReactNode, useState } from 'react';
import { firstName } from '@tiffin/domain/people';
import { type Answer, api } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { LinkButton, Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { AccountFrame } from './account-frame.tsx';
import { texts } from './texts.ts';
import styles from './account.module.css';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { Banner } from '../../ui/banner.tsx';

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

/** Open orders first and large, then the next reservation, points and past orders. */
export function AccountPage({ me, live, earlier, orders, reservations, favourites }: AccountPageProps) {
  const places = new Map(useLocations().map(({ id, name }) => [id, name]));
  // Skip favourites of locations that no longer exist.
  const marked = favourites.filter(({ locationId }) => places.has(locationId));
  return (
    <AccountFrame
      heading={
        <>
          <p className={styles.hello}>{texts.hello(firstName(me.displayName))}</p>
          <h1>{texts.title}</h1>
        </>
      }
    >
      {live && <div className={`brand on-brand clip round-lg ${styles.now}`}>{live}</div>}
      <div className={styles.pair}>
        <section aria-labelledby="reservations">
          <h2 id="reservations">{texts.reservations}</h2>
          {reservations}
        </section>
        <section aria-labelledby="points">
          <h2 id="points">{texts.pointsTitle}</h2>
          <div className={`surface round-lg ${styles.points}`}>
            <dl className={styles.figures}>
              <Figure name={texts.points} value={String(me.loyaltyPoints)} />
              <Figure name={texts.completed} value={String(me.totalOrders)} />
              <Figure name={texts.spent} value={formatMoney(centsOf(me.totalSpent))} />
            </dl>
            <p className="hint">{texts.pointsHint}</p>
          </div>
        </section>
      </div>
      <section aria-labelledby="orders">
        <h2 id="orders">{texts.orders}</h2>
        {earlier}
        {orders}
      </section>
      <section aria-labelledby="favourites">
        <h2 id="favourites">{texts.favourites}</h2>
        {marked.length === 0 ? (
          <p className="text-sm soft">
            {texts.noFavourites}{' '}
            <Link className="nowrap weight-600" href={paths.menuStart()}>
              {texts.toMenu}
            </Link>
          </p>
        ) : (
          <ul className={styles.favourites}>
            {marked.map((dish) => (
              <li key={`${dish.locationId}/${dish.itemId}`}>
                <Link
                  className="row between gap-12 touch-height line-below weight-550 no-underline"
                  href={paths.menuDish(dish.locationId, dish.itemId)}
                >
                  {dish.name} <span className="text-sm soft">{places.get(dish.locationId)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </AccountFrame>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="upwards justify-end">
      <dt className="hint leading-130">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const { confirm } = texts;

/** Earlier orders are added only to a confirmed address. */
export function ConfirmAddress({ email }: { email: string }) {
  const { phone } = useSite();
  const [isSent, setSent] = useState<boolean | null>(null);
  const asking = useRequestState(async () => setSent((await api('sendEmailConfirmation', { body: {} })).isSent));
  const message = asking.problem ?? (isSent === false ? confirm.notSent(phone) : null);
  return (
    <Banner tone="info" title={confirm.title}>
      <p>{confirm.text(email)}</p>
      <LinkButton look="quiet" size="sm" href={paths.confirmEmail()}>
        {confirm.type}
      </LinkButton>
      {!isSent && (
        <Button look="ghost" size="sm" busy={asking.busy} onClick={() => asking.submit()}>
          {confirm.again}
        </Button>
      )}
      <p role="status">{isSent ? confirm.sent : message}</p>
    </Banner>
  );
}
