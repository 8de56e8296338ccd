import { toCashPayload, type TillPayload } from '@tiffin/domain/cart';
import { useState } from 'react';
import { orderNotices } from '@tiffin/domain/errors';
import type { Price } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { isMenuChangedError } from '../../shared/api/api-error.ts';
import type { Answer, Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import type { SentOrQueued } from '../../shared/offline/send-or-queue.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { soldOutDishesIn } from '../../shared/order/use-change.ts';
import { withSent, type SentRequests, type TillCall } from './stored-order.ts';
import { findEarlier, hasArrived, isRefusal, post, sendRound, type EarlierRequest } from './earlier-request.ts';

export type TakenOrder = Answer<'createAdminOrderCash'>['order'];
export type OnAccountOrder = Answer<'createAdminOrderOnline'>;
export type PaymentLink = Answer<'createAdminPaymentLink'>;

export interface TakeOrderFailure {
  readonly title: string;
  readonly text: string;
  /** Ids of dishes with too little stock, if nothing else was wrong. */
  readonly short: readonly string[];
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
  /** Describes a round to the person who looks at the queue. */
  readonly about?: string;
  /** The title of a refusal. */
  readonly failed: string;
}

/** Sends an order once, however often it is pressed, retried or reloaded. Returns null when it was refused. */
export function useTakeOrder({ isClosed, sending, setSending, headers: approval, onStaleMenu }: TakeOrderOptions) {
  // An earlier request turned out to have arrived, so the current order was not sent.
  const [earlier, setEarlier] = useState<EarlierRequest | null>(null);
  const [refused, setRefused] = useState<TakeOrderFailure | null>(null);
  const settle = () => setSending(null);

  async function reportEarlierOrder(before: SentRequests): Promise<null> {
    const found = await findEarlier(before);
    settle();
    setEarlier(found);
    return null;
  }

  const { send, isBusy } = useAction(
    async ({ call, body, about = '' }: OrderRequest, { headers = approval }): Promise<unknown> => {
      if (sending.sent && sending.sent.call !== call && (await hasArrived(sending))) return reportEarlierOrder(sending);
      const now = withSent(sending, call, JSON.stringify(body));
      setSending(now);
      // The key is stored with the order, so that it survives a reload.
      const options = { idempotencyKey: now.key, ...(headers && { headers }) };
      const answer = await (call === 'addRound' ? sendRound(body, about, options) : post(call, body, options));
      return answer === 'key-used' ? reportEarlierOrder(now) : answer;
    },
    {
      // An order is complete with its answer, so the next request is another order. The key of a link stays the same
      // while the order is unchanged, so another press returns the same link.
      onDone: (answer, { call }) => void (answer && call !== 'createAdminPaymentLink' && settle()),
      onFailed(error, { failed }) {
        if (isRefusal(error)) settle();
        if (isMenuChangedError(error)) onStaleMenu();
        setRefused({ title: failed, text: refusalText(error), short: soldOutDishesIn(error) });
        return true;
      },
    },
  );

  function forget() {
    setRefused(null);
    setEarlier(null);
  }

  function place<C extends TillCall>(call: C, failed: string, body: Body<C>): Promise<Answer<C> | null> {
    forget();
    return send({ call, failed, body }) as Promise<Answer<C> | null>;
  }
  const agreement = isClosed && { agreesToWait: true };

  return {
    busy: isBusy,
    refused,
    earlier,
    forget,
    /** The link was sent or cancelled: the next request is another order. */
    settle,
    async takeCash(order: TillPayload, price: Price): Promise<TakenOrder | null> {
      const body = { ...toCashPayload(order, price.total), ...agreement };
      return (await place('createAdminOrderCash', say`Failed to create cash order`, body))?.order ?? null;
    },
    /** Placed now, paid later through a link of its own. */
    takeOnAccount: (order: TillPayload) =>
      place('createAdminOrderOnline', say`Failed to create online order`, { ...order, ...agreement }),
    async placeUnpaid(order: TillPayload): Promise<TakenOrder | null> {
      const body = { ...order, ...agreement };
      return (await place('createAdminOrderUnpaid', say`Failed to create the order`, body))?.order ?? null;
    },
    /** Sent now, or as soon as there is a connection. */
    takeRound(body: Body<'addRound'>, about: string): Promise<SentOrQueued<'addRound'> | null> {
      forget();
      const request = { call: 'addRound', failed: say`The round was not sent`, body, about } as const;
      return send(request) as Promise<SentOrQueued<'addRound'> | null>;
    },
    makeLink: (order: TillPayload) =>
      place('createAdminPaymentLink', orderNotices.createLinkFailed, { orderData: { ...order, ...agreement } }),
  };
}
