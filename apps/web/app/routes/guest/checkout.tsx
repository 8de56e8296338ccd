import { splitLanguagePath, say } from '@tiffin/domain/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Cart, CartChange } from '@tiffin/domain/cart';
import { LOCATION_INACTIVE } from '@tiffin/domain/hours';
import { ORDER_TEXTS } from '@tiffin/domain/order';
import { CheckoutPage } from '../../guest/checkout/checkout-page.tsx';
import { findPageOfOrder, finishOrderedCart, rememberCardPayment } from '../../shared/cart/cart-payment.ts';
import { emptiedCarts } from '../../shared/cart/compare.ts';
import { cartIdOf, filledLocations, useCart } from '../../shared/cart/carts.ts';
import { removeOrderedCart, orderOfCart, type OrderedCart } from '../../shared/cart/ordered.ts';
import { rememberGuestOfOrder } from '../../shared/session/remembered-guest.ts';
import { requireGuest } from '../../shared/session/guards.ts';
import { deleteOrderIdempotencyKey } from '../../guest/checkout/order-key.ts';
import { NothingLeft } from '../../guest/checkout/notices.tsx';
import { PaymentDialog, type PaymentSession } from '../../guest/checkout/payment-dialog.tsx';
import { serverContext } from '../../shared/api/server-context.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/checkout';

export const handle: Handle = { worksOffline: true, shortFooter: true };

export async function loader(args: Route.LoaderArgs) {
  const me = await requireGuest(args);
  const { api } = args.context.get(serverContext);
  const [{ cards }, welcome] = await Promise.all([
    api('getPaymentOptions'),
    me ? api('getWelcomeOffer', { query: {} }) : { offer: null },
  ]);
  return { me, cards, welcome };
}

/**
 * Never from the browser's cache: when a guest returns from the payment page, an offer may be used up and prices may
 * differ.
 */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'private, no-store' });

export const meta = privateMeta({ title: say`Checkout`, description: say`Your details, your tip and how you pay.` });

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const locations = useLocations();
  const hydrated = useHydrated();
  const location = useCheckoutLocation(locations, query.get('location'));
  const cart = useCart(location?.id ?? '');
  const [placed, setPlaced] = useState(false);
  const [paying, setPaying] = useState<OpenPayment | null>(null);
  const [soldOut, setSoldOut] = useState<readonly CartChange[] | null>(null);
  const shownCart = useRef<string | null>(null);
  const uid = loaderData.me?.uid ?? null;
  const isLost = hydrated && !placed && (!location || cart.length === 0);

  // The cart is stored in the browser, so only the browser knows whether there is anything to check out.
  const leave = useEffectEvent(() => {
    // The guest is already on the way to the order made from this cart.
    if (splitLanguagePath(window.location.pathname).path !== paths.checkout()) return;
    const emptied = location && shownCart.current !== null ? emptiedCarts.get(location.id) : undefined;
    if (location && emptied) {
      emptiedCarts.delete(location.id);
      setSoldOut(emptied);
      return;
    }
    const became = shownCart.current === null ? null : orderOfCart(shownCart.current);
    if (became) {
      finish(became);
      return;
    }
    // Without a location in the address, the one with a cart is used.
    const filled = query.has('location')
      ? undefined
      : filledLocations().find((id) => locations.some((each) => each.id === id));
    if (filled) {
      void navigate(paths.checkout({ location: filled }), { replace: true });
      return;
    }
    // An empty cart is no mistake, an address without a location of ours is.
    if (location) toast.info(ORDER_TEXTS.items, { id: 'checkout' });
    else toast.error(say`Invalid checkout data. Please try again.`, { id: 'checkout' });
    void navigate(location ? paths.menu(location.id) : paths.menuStart(), { replace: true });
  });
  const shownAt = hydrated ? location?.id : undefined;
  useEffect(() => {
    if (shownAt && cart.length > 0) shownCart.current = cartIdOf(shownAt);
  }, [shownAt, cart]);
  useEffect(() => {
    // Only once: a second call would restart the navigation to the menu.
    if (isLost) leave();
  }, [isLost]);

  function finish(became: Pick<OrderedCart, 'orderAddress' | 'at'>) {
    if (!location) return;
    const order = { ...became, uid, locationId: location.id, zone: location.timeZone };
    void finishOrderedCart(order, (address) => navigate(address, { replace: true }));
  }

  if (soldOut && location && cart.length === 0) return <NothingLeft changes={soldOut} locationId={location.id} />;
  if (!hydrated || !location || cart.length === 0) {
    return (
      <div className="wrap">
        <Loading label={say`Loading your order…`}>
          {/* As high as the screen, so that the footer does not jump. */}
          <Skeleton height="100vh" />
        </Loading>
      </div>
    );
  }
  return (
    <>
      <CheckoutPage
        me={loaderData.me}
        cards={loaderData.cards}
        welcomeOffer={loaderData.welcome}
        location={location}
        onPlaced={(order) => {
          setPlaced(true);
          const { orderId, metadata } = order;
          const orderAddress =
            uid === null ? paths.order(orderId, metadata.orderToken) : paths.orderSuccess({ orderId });
          rememberGuestOfOrder(order);
          void navigate(orderAddress, { replace: true, state: { order, by: uid } });
          removeOrderedCart({ uid, locationId: location.id, orderAddress, at: order.orderTime });
        }}
        onOrdered={({ orderId, at }) => {
          setPlaced(true);
          void findPageOfOrder(uid, orderId, cartIdOf(location.id)).then((orderAddress) =>
            finish({ orderAddress, at }),
          );
        }}
        onPay={(session, customer, paid) => setPaying({ session, customer, ...paid })}
        onSignedOut={() => {
          toast.error(say`Please sign in to checkout.`, { id: 'checkout' });
          void navigate(paths.menu(location.id));
        }}
      />
      <PaymentDialog
        open={paying !== null}
        session={paying?.session ?? null}
        customer={paying?.customer ?? { name: '', email: '' }}
        taxLabel={location.taxLabel}
        onLeave={() => {
          deleteOrderIdempotencyKey();
          if (!paying) return;
          const { session, cartId } = paying;
          rememberCardPayment({ uid, sessionId: session.sessionId, locationId: location.id, cartId }, paying.cart);
        }}
        onClose={() => {
          deleteOrderIdempotencyKey();
          setPaying(null);
        }}
      />
    </>
  );
}

interface OpenPayment {
  readonly session: PaymentSession;
  readonly customer: { readonly name: string; readonly email: string };
  /** The cart at the time the session was created, even if it changes later. */
  readonly cartId: string;
  readonly cart: Cart;
}

/** Keeps a location that is switched off during the checkout, so that the page can say so. */
function useCheckoutLocation(locations: readonly Location[], id: string | null): Location | undefined {
  const offered = locations.find((each) => each.id === id);
  const [shown, setShown] = useState(offered);
  if (offered && offered !== shown) setShown(offered);
  if (offered || shown?.id !== id) return offered;
  return { ...shown, isActive: false, isOpen: false, openText: LOCATION_INACTIVE };
}
