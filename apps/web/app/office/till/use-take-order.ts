import { toCashPayload, type TillPayload } from '@tiffin/domain/cart';
import { useState } from 'react';
import { orderNotices } from '@tiffin/domain/errors';
import type { Price } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { ApiError, CANNOT_STORE, isMenuChangedError } from '../../shared/api/api-error.ts';
import type { Answer, Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import type { SaleChange } from '../../shared/offline/changes.ts';
import { isServerReachable } from '../../shared/offline/online.ts';
import { openQueue } from '../../shared/offline/open-queue.ts';
import type { SentOrQueued } from '../../shared/offline/send-or-queue.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { soldOutDishesIn } from '../../shared/order/use-change.ts';
import { numberedSale, type OfflineSale } from '../../shared/offline/waiting-sales.tsx';
import type { OfflineOrder } from './offline-sale.ts';
import { withSent, type SentRequests, type TillCall } from './stored-order.ts';
import { findEarlier, hasArrived, isRefusal, postOrder, sendRound, type EarlierRequest } from './earlier-request.ts';

export type TakenOrder = Answer<'createAdminOrderCash'>['order'];
export type OnAccountOrder = Answer<'createAdminOrderOnline'>;
export type PaymentLink = Answer<'createAdminPaymentLink'>;

export interface TakeOrderFailure {
  readonly title: string;
  readonly text: string;
  /** Ids of dishes with too little stock, if nothing else was wrong. */
  readonly lowStockDishIds: readonly string[];
}

export interface TakeOrderOptions {
  readonly isClosed: boolean;
  readonly sending: SentRequests;
  readonly setSending: (sending: SentRequests | null) => void;
  /** A manager's approval of the discounts, until the server asks for another one. */
  readonly headers: Record<string, string> | undefined;
  readonly onStaleMenu: () => void;
}

interface OrderRequest {
  readonly call: TillCall;
  readonly body: object;
  /** Only for an order that this device may take without the server. */
  readonly offline?: OfflineOrder | null;
  /** Describes a round or an order to the person who looks at the queue. */
  readonly about?: string;
  readonly refusalTitle: string;
}

/** Sends an order once, however often it is pressed, retried or reloaded. Returns null when it was refused. */
export function useTakeOrder({ isClosed, sending, setSending, headers: approval, onStaleMenu }: TakeOrderOptions) {
  // An earlier request turned out to have arrived, so the current order was not sent.
  const [earlier, setEarlier] = useState<EarlierRequest | null>(null);
  const [refusal, setRefusal] = useState<TakeOrderFailure | null>(null);
  const startNewKey = () => setSending(null);

  async function reportEarlierOrder(before: SentRequests): Promise<null> {
    const earlierRequest = await findEarlier(before);
    startNewKey();
    setEarlier(earlierRequest);
    return null;
  }

  const { send, isBusy } = useAction(
    async (request: OrderRequest, { headers = approval }): Promise<unknown> => {
      const { call, body, about = '', offline = null } = request;
      if (offline && !isServerReachable()) return sellOffline(request, offline, sending);
      if (sending.sent && sending.sent.call !== call && (await hasArrived(sending))) return reportEarlierOrder(sending);
      const requests = withSent(sending, call, JSON.stringify(body));
      setSending(requests);
      // The key is stored with the order, so that it survives a reload.
      const options = { idempotencyKey: requests.key, headers };
      const answer = await (
        call === 'addRound' ? sendRound(body, about, options) : postOrder(call, body, options)
      ).catch((error: unknown) => {
        // No response, or one of a proxy whose server is gone.
        const isAway = error instanceof ApiError && (error.status === 0 || error.status > 501);
        if (!offline || !isAway) throw error;
        return sellOffline(request, offline, requests);
      });
      return answer === 'key-used' ? reportEarlierOrder(requests) : answer;
    },
    {
      // An order is complete with its answer, so the next request is another order. The key of a link stays the same
      // while the order is unchanged, so another press returns the same link.
      onDone: (answer, { call }) => void (answer && call !== 'createAdminPaymentLink' && startNewKey()),
      onFailed(error, { refusalTitle }) {
        if (isRefusal(error)) startNewKey();
        if (isMenuChangedError(error)) onStaleMenu();
        setRefusal({ title: refusalTitle, text: refusalText(error), lowStockDishIds: soldOutDishesIn(error) });
        return true;
      },
    },
  );

  function forget() {
    setRefusal(null);
    setEarlier(null);
  }

  function sendOrder<C extends TillCall>(call: C, refusalTitle: string, body: Body<C>): Promise<Answer<C> | null> {
    forget();
    // `send` has one type for all calls; the answer is that of this call.
    return send({ call, refusalTitle, body }) as Promise<Answer<C> | null>;
  }
  /** An order at the counter: sent now, or stored on this device with a number. */
  async function takeAtCounter(request: OrderRequest): Promise<TakenOrder | OfflineSale | null> {
    forget();
    const answer = (await send(request)) as Answer<'createAdminOrderCash'> | OfflineSale | null;
    return answer && 'number' in answer ? answer : (answer?.order ?? null);
  }
  /** The guest agrees to wait until the location opens. */
  const agreesToWait = isClosed || undefined;

  return {
    busy: isBusy,
    refusal,
    earlier,
    forget,
    /** Called when the link was sent or cancelled, because the next request is another order. */
    startNewKey,
    takeCash(order: TillPayload, price: Price, about: string, offline: OfflineOrder | null) {
      const body = { ...toCashPayload(order, price.total), agreesToWait };
      const refusalTitle = say`Failed to create cash order`;
      return takeAtCounter({ call: 'createAdminOrderCash', body, about, offline, refusalTitle });
    },
    /** Placed now, paid later through a link of its own. */
    takeOnAccount: (order: TillPayload) =>
      sendOrder('createAdminOrderOnline', say`Failed to create online order`, { ...order, agreesToWait }),
    placeUnpaid(order: TillPayload, about: string, offline: OfflineOrder | null) {
      const body = { ...order, agreesToWait };
      const refusalTitle = say`Failed to create the order`;
      return takeAtCounter({ call: 'createAdminOrderUnpaid', body, about, offline, refusalTitle });
    },
    /** Sent now, or as soon as there is a connection. */
    takeRound(body: Body<'addRound'>, about: string): Promise<SentOrQueued<'addRound'> | null> {
      forget();
      const request = { call: 'addRound', refusalTitle: say`The round was not sent`, body, about } as const;
      return send(request) as Promise<SentOrQueued<'addRound'> | null>;
    },
    makeLink: (order: TillPayload) =>
      sendOrder('createAdminPaymentLink', orderNotices.createLinkFailed, { orderData: { ...order, agreesToWait } }),
  };
}

/**
 * Stores an order on this device with its number. It has the key of an earlier press whose response was lost. If that
 * one arrived, the server refuses this one, and the queue drops it. So the order must not have changed since.
 */
async function sellOffline(
  { call, body, about = '' }: OrderRequest,
  offline: OfflineOrder,
  { key, sent }: SentRequests,
) {
  const isChanged = sent !== null && (sent.call !== call || sent.bodies.join('\n') !== JSON.stringify(body));
  if (isChanged) throw new ApiError({ code: CANNOT_STORE, status: 0, message: CHANGED_SINCE_TEXT });
  const sale = { call, body: { ...body, ...offline.fields } };
  const { receipt } = offline;
  return numberedSale(await openQueue().addSale(sale as SaleChange, about, key, receipt), receipt);
}

const CHANGED_SINCE_TEXT = say`An earlier version of this order was sent, and may have arrived. Clear this order and type it again for the guest. When you are connected, look on the board for the earlier one.`;
