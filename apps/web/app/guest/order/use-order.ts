import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { orderNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { LATE_POLL_MS, nextSessionPoll } from '../../shared/api/polling.ts';
import { afterFailedFetch, confirmationPlan, type ConfirmationEntry, NO_ORDER_INFORMATION } from '@tiffin/domain/order';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { LostOrder, type MissingOrder, PaymentWithoutOrder, pollPaidOrder } from '../../shared/order/paid-order.ts';
import { setStreamAccess, useLiveEvents } from '../../shared/live/live-events.ts';
import { pageAge } from '../../shared/live/page-age.ts';

export type Order = Answer<'getCustomerOrderDetails'>['order'];

type PaymentShown = NonNullable<Answer<'getOrderBySessionId'>['payment']>;

export type OrderPageState =
  | { readonly state: 'loading' | 'processing' }
  | ({ readonly state: 'no-order' } & MissingOrder)
  /** A payment of a part of a bill, or one that was returned. */
  | ({ readonly state: 'payment'; readonly orderId: string } & PaymentShown)
  | { readonly state: 'not-found' | 'lost'; readonly message: string }
  | { readonly state: 'not-placed'; readonly message: string; readonly isRefunded: boolean }
  | { readonly state: 'confirmed'; readonly order: Order; readonly note: string | null };

/** A shown order stays when it cannot be reloaded, or when the answer is an older copy of it. */
function staysShown(shown: OrderPageState, next: OrderPageState): boolean {
  if (shown.state !== 'confirmed') return false;
  if (next.state !== 'confirmed') return next.state === 'not-found';
  return next.order.orderId === shown.order.orderId && next.order.version < shown.order.version;
}

/** A page that took longer to arrive may be outdated and reloads its order. Later changes arrive as live events. */
const FRESH_MS = 5_000;

/** A payment page that is still open may be one whose payment arrives a moment later. */
const TRIES_BEFORE_UNPAID = 3;

/** Follows the order of the page's address until it is final. Calls `onGaveUp` if a payment leads to no order. */
export function useOrder(
  entry: Omit<ConfirmationEntry, 'handedOrderId'> & {
    /** The order that the page before put into the history entry, or that this device stored. */
    readonly handed?: Order | null;
    /** The order that the loader has read already, to avoid a second request. */
    readonly loaded?: Order | null;
    /** The access token of the order link, for guests without an account. */
    readonly token?: string;
    /** The access token of the address to which the payment page returns. */
    readonly returnToken?: string | undefined;
    /** True if no other page would show the order. */
    readonly staysHere?: boolean;
  },
  onGaveUp: () => void,
): { page: OrderPageState; reload: () => void } {
  const { orderId, sessionId, loaded = null, handed = loaded, token, returnToken, staysHere = false } = entry;
  const [page, setPage] = useState<OrderPageState>(
    // The server renders what its loader has read. Other orders are known only in the browser.
    () => (loaded && !sessionId ? { state: 'confirmed', order: loaded, note: null } : { state: 'loading' }),
  );
  /** The number of reloads, and the order of the loader at the time of the last one. */
  const [reloads, setReloads] = useState<{ count: number; loaded: Order | null }>({ count: 0, loaded: null });
  const [firstLoaded] = useState(loaded);
  const giveUp = useEffectEvent(onGaveUp);
  const handedOrder = useEffectEvent(() => handed);
  /** The loader has just read the order, for this page or since the last reload, so it need not be read again. */
  const isJustLoaded = useEffectEvent(
    () => loaded !== null && loaded !== reloads.loaded && (loaded !== firstLoaded || pageAge() < FRESH_MS),
  );

  useEffect(() => {
    const handedOverOrder = handedOrder();
    const where = { orderId, sessionId, handedOrderId: handedOverOrder?.orderId };
    const plan = confirmationPlan(where);
    const stop = new AbortController();
    /** Does nothing once the page shows another order or was left. */
    const show = (next: OrderPageState) => {
      if (stop.signal.aborted) return;
      setPage((before) => (staysShown(before, next) ? before : next));
    };
    async function followOrder(id: string): Promise<void> {
      const found = await fetchOrder(id, token, stop.signal);
      if ('order' in found) show({ state: 'confirmed', order: found.order, note: noteOf(found.order, sessionId) });
      else if (handedOverOrder && afterFailedFetch(where, found.status) === 'confirmed') {
        show({ state: 'confirmed', order: handedOverOrder, note: say`Could not load complete order details` });
      } else show({ state: found.isLost ? 'lost' : 'not-found', message: found.message });
    }
    async function awaitOrder(session: string): Promise<void> {
      const payment = { sessionId: session, token: returnToken };
      let last: MissingOrder = { status: 'unknown', paymentUrl: null };
      const onMissing = (missing: MissingOrder, tries: number) => {
        last = missing;
        if (
          missing.status === 'closed' ||
          missing.status === 'hidden' ||
          (missing.status === 'open' && tries >= TRIES_BEFORE_UNPAID)
        )
          show({ state: 'no-order', ...missing });
        if (missing.status === 'hidden') stop.abort();
      };
      const soon = await pollPaidOrder(payment, nextSessionPoll, stop.signal, { onMissing });
      if (!soon && last.status === 'paid' && !staysHere && !stop.signal.aborted) return giveUp();
      if (!soon) show({ state: 'no-order', ...last });
      const found = soon ?? (await pollPaidOrder(payment, () => LATE_POLL_MS, stop.signal, { onMissing }));
      if (!found) return;
      const { order, orderId: id } = found;
      if (found.payment) show({ state: 'payment', orderId: id, ...found.payment });
      else show({ state: 'confirmed', order, note: noteOf(order, session) });
    }
    if (plan.do === 'fetch') {
      // The known order shows at once, even if the server cannot be reached.
      if (handedOverOrder?.orderId === plan.orderId)
        show({ state: 'confirmed', order: handedOverOrder, note: noteOf(handedOverOrder, sessionId) });
      if (!isJustLoaded()) void followOrder(plan.orderId);
    } else if (plan.do === 'poll') {
      // the address is known on the server, the history entry only in the browser
      // oxlint-disable-next-line react/set-state-in-effect -- so the first state is the same on both
      setPage({ state: 'processing' });
      awaitOrder(plan.sessionId).catch((error: unknown) => {
        if (error instanceof LostOrder) return show({ state: 'lost', message: error.message });
        if (!(error instanceof PaymentWithoutOrder)) throw error;
        show({ state: 'not-placed', message: error.message, isRefunded: error.isRefunded });
      });
    } else if (plan.do === 'show' && handedOverOrder) {
      setPage({ state: 'confirmed', order: handedOverOrder, note: noteOf(handedOverOrder, sessionId) });
    } else {
      setPage({ state: 'not-found', message: NO_ORDER_INFORMATION });
    }
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a reload asks again
  }, [orderId, sessionId, token, returnToken, staysHere, reloads, loaded]);

  const shownId = page.state === 'confirmed' ? page.order.orderId : null;
  const reload = useCallback(() => setReloads(({ count }) => ({ count: count + 1, loaded })), [loaded]);
  useEffect(() => {
    setStreamAccess(token && orderId ? { orderId, token } : null);
    return () => setStreamAccess(null);
  }, [orderId, token]);
  useLiveEvents(['order.updated', 'reset'], (event) => {
    if (event.type === 'reset') return reload();
    const changed = eventPayload<Order>(event.data, 'order', 'orderId', 'version');
    if (changed && changed.orderId === shownId) {
      setPage((before) =>
        before.state === 'confirmed' && before.order.version <= changed.version
          ? { state: 'confirmed', order: changed, note: noteOf(changed, sessionId) }
          : before,
      );
    }
  });
  return { page, reload };
}

/** The note on the page of a second payment of the same cart: it will be refunded. */
function noteOf({ sessionId, paymentMethod }: Order, session: string | null | undefined): string | null {
  if (!session) return null;
  // A user who may not see the owner of the order gets no session id either.
  const isPaidTwice = sessionId === null ? paymentMethod === 'cash' : sessionId !== session;
  return isPaidTwice
    ? say`You had already ordered this. The second payment is returned to your card automatically.`
    : null;
}

async function fetchOrder(
  orderId: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<{ order: Order } | { message: string; status: number; isLost: boolean }> {
  try {
    const { order } = await api('getCustomerOrderDetails', { query: { orderId, token } }, { signal });
    return { order };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    const isLost = error instanceof ApiError && error.details['isLost'] === true;
    const message = status > 0 && status < 500 ? say`Error loading order information` : orderNotices.fetchFailed;
    return { message: isLost ? error.message : message, status, isLost };
  }
}
