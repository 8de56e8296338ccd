import { useSearchParams } from 'react-router';
import { isStaff } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { CancelledCart } from '../../guest/checkout/cancelled-cart.tsx';
import { serverContext } from '../../shared/api/server-context.ts';
import { wasLastPagePaid } from '../../shared/cart/pay-pages.ts';
import { useCart } from '../../shared/cart/carts.ts';
import { lastOrderOf } from '../../shared/cart/ordered.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import styles from '../../shared/payment/payment.module.css';
import { actorOf } from '../../shared/session/back-office.tsx';
import { privateMeta } from '../../shared/site/seo.ts';
import { useRootData } from '../../shared/site/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/payment-cancel';

export const meta = privateMeta({
  title: say`Payment cancelled`,
  description: say`The payment was cancelled or interrupted. Nothing was charged.`,
});

export const handle: Handle = { shortFooter: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { api, me } = context.get(serverContext);
  return { welcome: (await me()) ? await api('getWelcomeOffer', { query: {} }) : null };
}

/** The payment was cancelled or interrupted: nothing was charged, and the guest can try again. */
export default function PaymentCancel({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { me, locations } = useRootData();
  const orderId = query.get('order_id');
  const location = locations.find(({ id }) => id === query.get('location'));
  // Staff return to the board, guests to their cart.
  const forStaff = me !== null && isStaff(actorOf(me));
  const hydrated = useHydrated();
  const cart = useCart(location?.id ?? '');
  const openCart = hydrated && !forStaff && location && cart.length > 0 ? cart : null;
  // An old payment page of a cart that was ordered by another session.
  const ordered = hydrated && location && !forStaff && !openCart ? lastOrderOf(me?.uid ?? null) : null;
  const isPaid = ordered !== null && wasLastPagePaid();
  return (
    <div className={`wrap ${styles.cancelled}`}>
      <h1>{isPaid ? say`This order is already paid.` : say`Payment cancelled`}</h1>
      {!isPaid && (
        <p className="soft">
          {/* Only a payment page that is left leads here with a location. */}
          {say`Your payment was cancelled or interrupted.`} {location && say`You left the payment page before paying.`}
        </p>
      )}
      <p className="weight-600">
        {ordered
          ? isPaid
            ? say`This payment page took nothing.`
            : say`No payment was taken. The order in this cart was already placed.`
          : `${say`Nothing was charged, and no order was placed.`} ${openCart ? say`Your cart is still here.` : ''}`}
      </p>
      {orderId && (
        <p>
          {say`Reference`}: <b className="num">{orderId}</b>
        </p>
      )}
      {openCart && location ? (
        <CancelledCart me={me} location={location} cart={openCart} mailedOffer={loaderData.welcome?.offer ?? null} />
      ) : (
        <div className="flex flex-wrap gap-12">
          <LinkButton
            href={
              forStaff
                ? officePaths.ordersShort()
                : (ordered?.orderAddress ?? paths.checkout({ location: location?.id }))
            }
          >
            {ordered ? say`See my order` : say`Try Again`}
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
      )}
    </div>
  );
}
