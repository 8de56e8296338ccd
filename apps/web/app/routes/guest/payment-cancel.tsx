import { CircleSlash } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { isStaff } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { useCart } from '../../shared/cart/carts.ts';
import { lastOrderOf } from '../../shared/cart/ordered.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import styles from '../../shared/payment/payment.module.css';
import { actorOf } from '../../shared/session/back-office.tsx';
import { privateMeta } from '../../shared/site/seo.ts';
import { useRootData } from '../../shared/site/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import { StateIcon } from '../../ui/states.tsx';

export const meta = privateMeta({
  title: say`Payment cancelled`,
  description: say`The payment was cancelled or interrupted. No charges were made.`,
});

/** The payment was cancelled or interrupted: nothing was charged, and the guest can try again. */
export default function PaymentCancel() {
  const [query] = useSearchParams();
  const { me } = useRootData();
  const orderId = query.get('order_id');
  const locationId = query.get('location');
  // Staff return to the board, guests to their cart.
  const forStaff = me !== null && isStaff(actorOf(me));
  const hydrated = useHydrated();
  const cart = useCart(locationId ?? '');
  // An old payment page of a cart that was ordered by another session.
  const ordered =
    hydrated && locationId !== null && !forStaff && cart.length === 0 ? lastOrderOf(me?.uid ?? null) : null;
  const checkout = paths.checkout(locationId === null ? {} : { location: locationId });
  return (
    <div className={`wrap ${styles.cancelled}`}>
      <StateIcon>
        <CircleSlash />
      </StateIcon>
      <h1>{say`Payment cancelled`}</h1>
      <p>{say`Your payment was cancelled or interrupted.`}</p>
      <ul>
        {(ordered
          ? [say`No payment was taken.`, say`The order in this cart was already placed.`]
          : [say`No charges were made.`, say`Your order was not created.`]
        ).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {orderId && (
        <p>
          {say`Reference`}: <b className="num">{orderId}</b>
        </p>
      )}
      <div className="flex flex-wrap gap-12">
        <LinkButton href={forStaff ? officePaths.ordersShort() : (ordered?.there ?? checkout)}>
          {ordered ? say`See your order` : say`Try Again`}
        </LinkButton>
        {forStaff ? (
          <LinkButton href={paths.admin()} look="quiet">
            {say`Back to Admin Dashboard`}
          </LinkButton>
        ) : (
          <LinkButton href={paths.menuStart()} look="quiet">
            {say`Back to Menu`}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
