import { toCashPayload, type TillPayload } from '@tiffin/domain/cart';
import { useRef, useState } from 'react';
import { isFailureCode, orderNotices } from '@tiffin/domain/errors';
import type { Price } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { ApiError, isMenuChangedError } from '../../shared/api/api-error.ts';
import { api, type Answer, type CallOptions } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { soldOutDishesIn } from '../../shared/order/use-change.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { withSent, type SentRequests, type TillCall } from './stored-order.ts';
import { findEarlier, hasArrived, isKeyUsed, isRefusal, needsManager, type EarlierRequest } from './earlier-request.ts';

export type TakenOrder = Answer<'createAdminOrderCash'>['order'];
export type OnAccountOrder = Answer<'createAdminOrderOnline'>;
export type PaymentLink = Answer<'createAdminPaymentLink'>;

/** What failed, and why. */
export interface TakeOrderFailure {
  readonly title: string;
  readonly text: string;
  /** Ids of dishes with too little stock, if nothing else was wrong. */
  readonly short: readonly string[];
}

interface Taking {
  readonly busy: boolean;
  readonly refused: TakeOrderFailure | null;
  /** An earlier request turned out to have arrived, so the current order was not sent. */
  readonly earlier: EarlierRequest | null;
  readonly forget: () => void;
  /** The link was sent or cancelled: the next request is another order. */
  readonly settle: () => void;
  readonly takeCash: (order: TillPayload, price: Price) => Promise<TakenOrder | null>;
  /** Placed now, paid later through a link of its own. */
  readonly takeOnAccount: (order: TillPayload) => Promise<OnAccountOrder | null>;
  readonly placeUnpaid: (order: TillPayload) => Promise<TakenOrder | null>;
  readonly makeLink: (order: TillPayload) => Promise<PaymentLink | null>;
}

export interface TakeOrderOptions {
  readonly isClosed: boolean;
  readonly sending: SentRequests;
  readonly setSending: (sending: SentRequests | null) => void;
  readonly onStaleMenu: () => void;
}

/** Sends an order once, however often it is pressed, retried or reloaded. Returns null when it was refused. */
export function useTakeOrder({ isClosed, onStaleMenu, ...stored }: TakeOrderOptions): Taking {
  const { earlier, forgetEarlier, send, place, settle } = useSendOnce(stored);
  const { busy, refused, forgetRefusal, once } = useOnce(onStaleMenu, forgetEarlier);
  const withAgreement = <T extends object>(body: T) => ({ ...body, ...(isClosed && { agreesToWait: true }) });

  return {
    busy,
    refused,
    earlier,
    forget() {
      forgetRefusal();
      forgetEarlier();
    },
    settle,
    takeCash: (order, price) =>
      once(orderNotices.createCashFailed, async () => {
        const body = withAgreement(toCashPayload(order, price.total));
        const call = 'createAdminOrderCash';
        return (await place(call, body, (asking) => api(call, { body }, asking)))?.order ?? null;
      }),
    takeOnAccount: (order) =>
      once(orderNotices.createOnlineFailed, () => {
        const body = withAgreement(order);
        const call = 'createAdminOrderOnline';
        return place(call, body, (asking) => api(call, { body }, asking));
      }),
    placeUnpaid: (order) =>
      once(say`Failed to create the order`, async () => {
        const body = withAgreement(order);
        const call = 'createAdminOrderUnpaid';
        return (await place(call, body, (asking) => api(call, { body }, asking)))?.order ?? null;
      }),
    // The key stays the same while the order is unchanged, so another press returns the same link.
    makeLink: (order) =>
      once(orderNotices.createLinkFailed, () => {
        const body = { orderData: withAgreement(order) };
        const call = 'createAdminPaymentLink';
        return send(call, body, (asking) => api(call, { body }, asking));
      }),
  };
}

/** Sends under the stored key, and finds out whether an earlier request under it has arrived. */
function useSendOnce({ sending, setSending }: Pick<TakeOrderOptions, 'sending' | 'setSending'>) {
  const [earlier, setEarlier] = useState<EarlierRequest | null>(null);
  const settle = () => setSending(null);

  async function reportEarlierOrder(before: SentRequests) {
    const found = await findEarlier(before);
    settle();
    setEarlier(found);
  }

  async function send<T>(
    call: TillCall,
    body: object,
    request: (asking: CallOptions) => Promise<T>,
  ): Promise<T | null> {
    if (sending.sent && sending.sent.call !== call && (await hasArrived(sending))) {
      await reportEarlierOrder(sending);
      return null;
    }
    const now = withSent(sending, call, JSON.stringify(body));
    setSending(now);
    try {
      return await withFreshSignIn((shown) => request({ idempotencyKey: now.key, ...shown }));
    } catch (error) {
      if (isRefusal(error)) settle();
      if (!isKeyUsed(error)) throw error;
      await reportEarlierOrder(now);
      return null;
    }
  }

  return {
    earlier,
    forgetEarlier: () => setEarlier(null),
    settle,
    send,
    /** Sends an order that is complete with its response, so that the next request is another order. */
    async place<T>(...request: Parameters<typeof send<T>>): Promise<T | null> {
      const answer = await send(...request);
      if (answer) settle();
      return answer;
    },
  };
}

/** Runs one request at a time, and stores why the last one was refused. */
function useOnce(onStaleMenu: () => void, onStart: () => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<TakeOrderFailure | null>(null);
  const isRunning = useRef(false);

  async function once<T>(title: string, work: () => Promise<T | null>): Promise<T | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    setRefused(null);
    onStart();
    try {
      return await work();
    } catch (error) {
      if (isMenuChangedError(error)) onStaleMenu();
      setRefused({ title, text: messageOf(error), short: soldOutDishesIn(error) });
      return null;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return { busy, refused, forgetRefusal: () => setRefused(null), once };
}

/** Business rules have their own message; other errors get a general one. */
function messageOf(error: unknown): string {
  const isRule =
    error instanceof ApiError && (error.status === 400 || error.status === 409) && isFailureCode(error.code);
  return isRule || needsManager(error) ? error.message : errorText(error);
}
