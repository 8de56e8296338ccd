import { useRef, useState } from 'react';
import { type Cart, toOrderPayload, type OrderDraft } from '@tiffin/domain/cart';
import { text } from '@tiffin/domain/core';
import { checkoutMessage, isFailureCode } from '@tiffin/domain/errors';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { ApiError, saysMenuMoved } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { dropOrderKey, orderKey } from './order-key.ts';
import { texts } from './texts.ts';

/** What the card provider's page is opened for. */
export type PaymentSession = Answer<'createCustomerPayment'>;
export type PlacedOrder = Answer<'createCustomerOrderCash'>['order'];

export interface Failed {
  /** For the red box. */
  readonly message: string;
  /** What else must happen now. */
  readonly because: 'session' | 'menu' | 'zone' | 'closed' | 'paused' | 'time' | 'offer' | 'code' | null;
  /** Where a code has to show that they are reached, and why. */
  readonly code: CodeRequired | null;
  /** The order this cart is already. */
  readonly ordered: { readonly orderId: string; readonly at: string } | null;
  /** In place of a time that cannot be had. */
  readonly nearest: readonly string[];
  /** When it opens next, if that is why. */
  readonly nextOpening: string | null;
}

type Reason = keyof typeof texts.code.because;

export interface CodeRequired {
  readonly channel: 'sms' | 'mail';
  readonly because: Reason;
}

export interface Terms {
  readonly agreesToWait: boolean;
  readonly welcomeCode: string | null;
  readonly cartId: string;
  /** What they were sent, once they were asked for it. */
  readonly contactCode: string | null;
}

/** Sends the order, once however often it is pressed; the page stays as it is until the answer. */
export function usePlaceOrder(
  uid: string | null,
  on: {
    placed: (order: PlacedOrder) => void;
    /** It is to be paid first: the order follows the money. */
    toPay: (session: PaymentSession, cartId: string, cart: Cart) => void;
    failed: (failed: Failed) => void;
  },
): {
  busy: boolean;
  place: (draft: OrderDraft, method: GuestPaymentMethod, terms: Terms) => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  // the state is too late for a double click
  const running = useRef(false);

  async function place(
    draft: OrderDraft,
    method: GuestPaymentMethod,
    { agreesToWait, welcomeCode, contactCode, cartId }: Terms,
  ) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const body = {
        ...toOrderPayload(draft, method),
        cartId,
        ...(agreesToWait && { agreesToWait }),
        ...(welcomeCode && { welcomeCode }),
        ...(contactCode && { contactCode }),
      };
      const idempotencyKey = orderKey(body, uid);
      if (method === 'online') {
        const ask = (key: string) =>
          api('createCustomerPayment', { body: { orderData: body } }, { idempotencyKey: key });
        const session = await ask(idempotencyKey).catch((error: unknown) => {
          if (!isConflict(error)) throw error;
          // Its page is over, declined, expired or closed elsewhere: this is a request of its own.
          dropOrderKey();
          return ask(orderKey(body, uid));
        });
        on.toPay(session, cartId, draft.lines);
        return;
      }
      const { order } = await api('createCustomerOrderCash', { body }, { idempotencyKey });
      dropOrderKey();
      on.placed(order);
    } catch (error) {
      if (isConflict(error)) dropOrderKey();
      on.failed(failedFor(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, place };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

const BECAUSE: Readonly<Record<string, Failed['because']>> = {
  unauthenticated: 'session',
  'location-closed': 'closed',
  'location-inactive': 'closed',
  'orders-paused': 'paused',
  'time-unavailable': 'time',
  'destination-needed': 'zone',
  'outside-delivery': 'zone',
  'below-minimum': 'zone',
  'offer-over': 'offer',
  'code-needed': 'code',
  'code-refused': 'code',
};

export function failedFor(error: unknown): Failed {
  const code = error instanceof ApiError ? error.code : null;
  const { nextOpening, nearest, orderId, orderedAt, channel, because } = error instanceof ApiError ? error.details : {};
  return {
    message: checkoutMessage(messageOf(error)),
    because: saysMenuMoved(error) ? 'menu' : (BECAUSE[code ?? ''] ?? null),
    code:
      code === 'code-needed'
        ? {
            channel: channel === 'mail' ? 'mail' : 'sms',
            because: isReason(because) ? because : 'open-order',
          }
        : null,
    ordered: code === 'cart-ordered' ? { orderId: text(orderId), at: text(orderedAt) } : null,
    nearest: Array.isArray(nearest) ? nearest.filter((at) => typeof at === 'string') : [],
    nextOpening: typeof nextOpening === 'string' ? nextOpening : null,
  };
}

function isReason(because: unknown): because is Reason {
  return typeof because === 'string' && Object.hasOwn(texts.code.because, because);
}

/** A rule of ours speaks for itself; everything else in the catalogue's words. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const isRule = error.status === 409 || error.status === 400;
  return isRule && isFailureCode(error.code) ? error.message : wordsFor(error);
}
