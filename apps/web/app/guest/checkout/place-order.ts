import { useRef, useState } from 'react';
import { type Cart, toOrderPayload, type OrderDraft } from '@tiffin/domain/cart';
import { asText } from '@tiffin/domain/core';
import { checkoutMessage, isFailureCode } from '@tiffin/domain/errors';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { ApiError, isMenuChangedError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { deleteOrderIdempotencyKey, orderIdempotencyKey } from './order-key.ts';
import { texts } from './texts.ts';

/** The session for which the payment page is opened. */
export type PaymentSession = Answer<'createCustomerPayment'>;
export type PlacedOrder = Answer<'createCustomerOrderCash'>['order'];

type FailureCause = 'session' | 'menu' | 'zone' | 'closed' | 'paused' | 'time' | 'offer' | 'points' | 'gift' | 'code';

export interface PlaceOrderFailure {
  /** Shown in the error box. */
  readonly message: string;
  /** What was refused, so that the page can correct it. */
  readonly cause: FailureCause | null;
  /** Set when a code must prove the contact details, with the reason. */
  readonly code: CodeRequired | null;
  /** The order that this cart has become already. */
  readonly ordered: { readonly orderId: string; readonly at: string } | null;
  /** Times to choose instead of the unavailable one. */
  readonly nearest: readonly string[];
  /** When the order would be ready, if that is later than the guest read. */
  readonly later: { readonly from: string; readonly to: string } | null;
  /** Promotions that are over for this guest. */
  readonly promotions: readonly string[];
  /** The next opening time, if the location is closed. */
  readonly nextOpening: string | null;
}

type CodeReason = keyof typeof texts.code.because;

export interface CodeRequired {
  readonly channel: 'sms' | 'mail';
  readonly because: CodeReason;
}

/** What is sent with the order besides its dishes and contact details. */
export interface OrderTerms {
  readonly agreesToWait: boolean;
  readonly welcomeCode: string | null;
  readonly promoCode: string | null;
  readonly points: number;
  readonly giftCardCode: string | null;
  readonly cartId: string;
  /** The code that the guest entered; null before one is required. */
  readonly contactCode: string | null;
}

/** Sends the order, once however often the button is pressed. The page does not change until the response. */
export function usePlaceOrder(
  uid: string | null,
  handlers: {
    onPlaced: (order: PlacedOrder) => void;
    /** The order must be paid first and is created after the payment. */
    onSession: (session: PaymentSession, cartId: string, cart: Cart) => void;
    onFailed: (failure: PlaceOrderFailure) => void;
  },
) {
  const [busy, setBusy] = useState(false);
  // Unlike the state, the ref changes before the second press of a double click.
  const isRunning = useRef(false);

  async function place(
    draft: OrderDraft,
    method: GuestPaymentMethod,
    { agreesToWait, welcomeCode, promoCode, points, giftCardCode, contactCode, cartId }: OrderTerms,
  ) {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const body = {
        ...toOrderPayload(draft, method),
        cartId,
        agreesToWait: agreesToWait || undefined,
        welcomeCode: welcomeCode ?? undefined,
        promoCode: promoCode ?? undefined,
        points: points || undefined,
        giftCardCode: giftCardCode ?? undefined,
        contactCode: contactCode ?? undefined,
      };
      const idempotencyKey = orderIdempotencyKey(body, uid);
      if (method === 'online') {
        const createSession = (key: string) =>
          api('createCustomerPayment', { body: { orderData: body } }, { idempotencyKey: key });
        const session = await createSession(idempotencyKey).catch((error: unknown) => {
          if (!isConflict(error)) throw error;
          // The session has ended: declined, expired or closed elsewhere. A new one needs a new key.
          deleteOrderIdempotencyKey();
          return createSession(orderIdempotencyKey(body, uid));
        });
        handlers.onSession(session, cartId, draft.lines);
        return;
      }
      const { order } = await api('createCustomerOrderCash', { body }, { idempotencyKey });
      deleteOrderIdempotencyKey();
      handlers.onPlaced(order);
    } catch (error) {
      if (isConflict(error)) deleteOrderIdempotencyKey();
      handlers.onFailed(toPlaceOrderFailure(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { busy, place };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

const CAUSE_OF_CODE: Readonly<Record<string, FailureCause>> = {
  unauthenticated: 'session',
  'location-closed': 'closed',
  'location-inactive': 'closed',
  'orders-paused': 'paused',
  'time-unavailable': 'time',
  'destination-needed': 'zone',
  'outside-delivery': 'zone',
  'below-minimum': 'zone',
  'offer-over': 'offer',
  'points-short': 'points',
  'gift-card-unknown': 'gift',
  'gift-card-short': 'gift',
  'gift-card-blocked': 'gift',
  'promo-unknown': 'offer',
  'promo-minimum': 'offer',
  'promo-over': 'offer',
  'too-many-codes': 'offer',
  'code-needed': 'code',
  'code-refused': 'code',
};

function toPlaceOrderFailure(error: unknown): PlaceOrderFailure {
  const code = error instanceof ApiError ? error.code : null;
  const { nextOpening, nearest, from, to, promotions, orderId, orderedAt, channel, because } =
    error instanceof ApiError ? error.details : {};
  return {
    message: checkoutMessage(messageOf(error)),
    cause: isMenuChangedError(error) ? 'menu' : (CAUSE_OF_CODE[code ?? ''] ?? null),
    code:
      code === 'code-needed'
        ? { channel: channel === 'mail' ? 'mail' : 'sms', because: isCodeReason(because) ? because : 'open-order' }
        : null,
    ordered: code === 'cart-ordered' ? { orderId: asText(orderId), at: asText(orderedAt) } : null,
    nearest: Array.isArray(nearest) ? nearest.filter((at) => typeof at === 'string') : [],
    later: code === 'time-later' ? { from: asText(from), to: asText(to) } : null,
    promotions: Array.isArray(promotions) ? promotions.filter((id) => typeof id === 'string') : [],
    nextOpening: typeof nextOpening === 'string' ? nextOpening : null,
  };
}

function isCodeReason(because: unknown): because is CodeReason {
  return typeof because === 'string' && Object.hasOwn(texts.code.because, because);
}

/** Refusals by business rules have their own message; all other errors use the catalogue. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const isRule = error.status === 409 || error.status === 400;
  return isRule && isFailureCode(error.code) ? error.message : errorText(error);
}
