import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Cents } from '@tiffin/domain/core';
import { orderNotices, failed, succeeded, type Outcome } from '@tiffin/domain/errors';
import { toTillPayload } from '@tiffin/domain/cart';
import { isLater } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { deliveryProblem } from '../../shared/order/delivery-answer.tsx';
import type { Last } from './after-order.tsx';
import { tillProblems, type Problems, orderDraft, type Place, type TillPayment } from './till.ts';
import { texts } from './texts.ts';
import { useTakeOrder, type PaymentLink, type TakenOrder } from './use-take-order.ts';
import type { Ticket } from './use-ticket.ts';
import type { StoredTill } from './use-till.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { reportBrowserError } from '../../shared/errors/report-browser-error.ts';

/**
 * Called when an order is being placed. The promise returns its id, or null when it was refused, or when it is
 * scheduled and should ring later.
 */
export type OnTaking = (order: Promise<string | null>) => void;

interface PaymentFrom {
  readonly storedTill: StoredTill;
  readonly place: Place;
  readonly ticket: Ticket;
  readonly onTaking: OnTaking;
  /** Called when the order was placed or its link was sent. */
  readonly onDone: (last: Last | null) => void;
}

/** How it is paid; for cash, with the change. */
interface Taken {
  readonly by: TillPayment;
  readonly change?: Cents;
}

/** A new order needs no alarm on this device. A scheduled one does, because staff will not remember it hours later. */
function orderIdOf(order: TakenOrder | null | undefined): string | null {
  return !order || isLater(order, serverNow()) ? null : order.orderId;
}

/** More links than this would be hard to tell apart. */
const LINKS_MOST = 20;

export type Payment = ReturnType<typeof usePayment>;

/** The payment state of the current order: blocking reasons, the cash dialog, the payment link and errors. */
export function usePayment({ storedTill: started, place, ticket, onTaking, onDone }: PaymentFrom) {
  const { till, setTill, setStep, sending, setSending, setLinksOut } = started;
  const { cart, gone: removed, short, unasked, price, delivery } = ticket;
  const queries = useQueryClient();
  const online = useOnline();
  const taking = useTakeOrder({
    isClosed: !place.isOpen,
    sending,
    setSending,
    onStaleMenu: () => {
      void queries.invalidateQueries({ queryKey: ['menu', place.id] });
      ticket.askDeliveryAgain();
    },
  });
  const [confirming, setConfirming] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [inTheWay, setInTheWay] = useState<string | null>(null);
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [tried, setTried] = useState<Taken | null>(null);
  const payload = toTillPayload(orderDraft(till, place, cart, price));
  const isFree = cart.length > 0 && price.total === 0;

  function whyNot(): string | null {
    if (link) return texts.linkReady;
    if (!online) return orderNotices.offline;
    if (cart.length === 0) return texts.emptyReason;
    if (till.name.trim() === '') return texts.nameReason;
    if (till.wantedTime === 'unchosen') return texts.timeReason;
    // Staff may go below the minimum order, but not outside the delivery zones.
    const deliveryError = deliveryProblem(delivery);
    if (deliveryError !== null) return deliveryError;
    const missing = cart.find((line) => removed.has(line.cartKey));
    if (missing) {
      const why = removed.get(missing.cartKey) ?? texts.unavailable;
      return why === texts.unavailable ? texts.noLongerAvailable(missing.name) : texts.choiceReason(missing.name, why);
    }
    return unasked ? texts.shortReason(unasked.name, short.get(unasked.cartKey) ?? 0) : null;
  }

  function submit() {
    if (whyNot() !== null || taking.busy) return;
    const found = tillProblems(payload, till);
    setProblems(found);
    const isMarked = Object.keys(found).length > 0;
    // Shown next to the button. A toast would cover it.
    setInTheWay(isMarked ? texts.checkFields : null);
    if (isMarked) setStep('details');
    else if (!isFree && till.payment === 'cash') setConfirming(true);
    else void take({ by: isFree ? 'later' : till.payment });
  }

  /** Sends the order with its payment. */
  async function take(how: Taken, order = payload) {
    setTried(how);
    if (how.by === 'card') {
      setLink(await taking.makeLink(order));
    } else if (how.by === 'account') {
      const answer = taking.takeOnAccount(order);
      onTaking(answer.then((taken) => orderIdOf(taken?.order)));
      const taken = await answer;
      if (taken) done({ kind: 'account', ...taken, customer: order.customerInfo });
    } else {
      // An unpaid order is paid later, or at once in several parts.
      const answer = how.by === 'cash' ? taking.takeCash(order, price) : taking.placeUnpaid(order);
      onTaking(answer.then(orderIdOf));
      const taken = await answer;
      setConfirming(false);
      if (!taken) return;
      done(
        how.change === undefined
          ? { kind: 'placed', order: taken }
          : { kind: 'taken', order: taken, change: how.change },
      );
    }
  }

  function done(last: Last | null) {
    setProblems({});
    onDone(last);
  }

  return {
    online,
    busy: taking.busy,
    whyNot: whyNot(),
    /** Discounts cover the whole order. */
    isFree,
    problems,
    inTheWay,
    refused: taking.refused,
    earlier: taking.earlier,
    mayHaveArrived: sending.sent && !link && !taking.busy && !taking.refused ? sending.sent.call : null,
    submit,
    /** Repeats the last attempt and sells dishes beyond their stock. */
    sellAnyway() {
      const sellAnyway = [...new Set([...till.sellAnyway, ...(taking.refused?.short ?? [])])];
      setTill((before) => ({ ...before, sellAnyway }));
      if (tried) void take(tried, { ...payload, sellAnyway });
    },
    /**
     * Called on every change of the order. Cancels the open payment link, because it is for the order before the
     * change.
     */
    takeBack() {
      taking.forget();
      setInTheWay(null);
      if (!link) return;
      void dropLink(link);
      setLink(null);
      taking.settle();
    },
    forgetProblems: () => setProblems({}),

    link,
    customer: payload.customerInfo,
    /** Called when the link was sent to the guest. */
    linkOut() {
      if (!link) return;
      setLink(null);
      taking.settle();
      const { sessionId, paymentUrl, pricing } = link;
      setLinksOut((links) => [{ sessionId, paymentUrl, total: pricing.total, till }, ...links].slice(0, LINKS_MOST));
      done(null);
    },

    countsCash: confirming && till.payment === 'cash',
    stopCounting: () => setConfirming(false),
    received: (change: Cents) => take({ by: 'cash', change }),
  };
}

/** If the link was paid a moment ago, the order exists anyway. */
async function dropLink({ sessionId }: PaymentLink): Promise<void> {
  await runAndReport('dropping a payment link', () => api('cancelPaymentLink', { body: { sessionId } }));
}

/** Runs work whose failure must not stop the user. Returns the outcome and reports errors to the server's log. */
export async function runAndReport<T>(doing: string, work: () => Promise<T>, now = new Date()): Promise<Outcome<T>> {
  try {
    return succeeded(await work());
  } catch (error) {
    const outcome = failed(errorOf(error), doing, now);
    if (!outcome.success) reportBrowserError(new Error(`${outcome.context}: ${outcome.error}`, { cause: error }));
    return outcome;
  }
}

function errorOf(error: unknown): { message: string; code?: string } {
  if (error instanceof ApiError) return { message: error.message, code: error.code };
  return { message: error instanceof Error ? error.message : String(error) };
}
