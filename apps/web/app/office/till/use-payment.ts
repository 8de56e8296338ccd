import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { endWithFullStop, say, type Cents } from '@tiffin/domain/core';
import { toTillPayload, type TillPayload } from '@tiffin/domain/cart';
import { isScheduledForLater } from '@tiffin/domain/order';
import type { Tender } from '@tiffin/domain/payment';
import { courseToHold } from '@tiffin/domain/tabs';
import { api } from '../../shared/api/api.ts';
import { formatMoney } from '../../ui/format.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import type { SentOrQueued } from '../../shared/offline/send-or-queue.ts';
import { useSite } from '../../shared/site/site.ts';
import { deliveryProblem } from '../../shared/checkout/delivery-answer.tsx';
import {
  offlineOrder,
  useOfflineDevice,
  whyNotOffline,
  whyNotTenderOffline,
  type OfflineOrder,
} from './offline-sale.ts';
import { printSaleTicket, type OfflineSale, type TicketPrinter } from '../../shared/offline/waiting-sales.tsx';
import { runAndReport } from './run-and-report.ts';
import { dishCount, roundTarget, TAB_KEYS, type Tab, type TabTarget } from '../../shared/tabs/tabs.ts';
import { tillProblems, type Problems, nameOnOrder, orderDraft, type TillLocation, type Till } from './till.ts';
import { tenderAfterOrder, type TillPayment } from './till-payments.ts';
import { useTakeOrder, type OnAccountOrder, type PaymentLink, type TakenOrder } from './use-take-order.ts';
import type { TypedOrder } from './use-typed-order.ts';
import type { StoredTill } from './use-till.ts';

const shortageText = (name: string, left: number) =>
  left === 0
    ? say`${name} is sold out. Sell it anyway, or take it out of the order.`
    : say`Only ${left} left of ${name}. Sell it anyway, or take it out of the order.`;

const dishesText = (count: number) => (count === 1 ? say`1 dish` : say`${count} dishes`);

/**
 * Called when an order is being placed. The promise returns its id, or null when it was refused, or when it is
 * scheduled and should ring later.
 */
export type OnTaking = (order: Promise<string | null>) => void;

/** The outcome of the last order. It is shown where the next order will be built. */
export type LastOrderOutcome =
  | { readonly kind: 'paid-in-cash'; readonly order: TakenOrder; readonly change: Cents }
  | { readonly kind: 'placed'; readonly order: TakenOrder; readonly tender: Tender | null }
  | { readonly kind: 'waiting'; readonly sale: OfflineSale; readonly change: Cents | undefined }
  | { readonly kind: 'round'; readonly tab: TabTarget; readonly sent: SentOrQueued<'addRound'> }
  | ({ readonly kind: 'link'; readonly customer: TillPayload['customerInfo'] } & OnAccountOrder)
  | { readonly kind: 'cleared'; readonly till: Till };

/** What the payment gets from other parts. */
export interface PaymentTools {
  readonly onTaking: OnTaking;
  readonly ticketPrinter: TicketPrinter;
}

interface PaymentInput extends PaymentTools {
  readonly storedTill: StoredTill;
  readonly location: TillLocation;
  readonly typedOrder: TypedOrder;
  /** The rounds of the tab so far. */
  readonly rounds: Tab['rounds'];
  /** A manager's approval of the discounts. */
  readonly headers: Record<string, string> | undefined;
  /** Called when the order was placed or its link was sent. */
  readonly onDone: (last: LastOrderOutcome | null) => void;
}

export type PaymentInProgress = ReturnType<typeof usePayment>;

/** The payment of the order that is being typed: what prevents it, and the functions that send the order. */
export function usePayment(input: PaymentInput) {
  const { storedTill, location, typedOrder } = input;
  const { till, setTill, setStep, sending } = storedTill;
  const { cart, price } = typedOrder;
  const device = useOfflineDevice();
  const site = useSite();
  const takesCards = site.payments.provider !== 'none';
  const [isCounting, setCounting] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [formError, setFormError] = useState<string | null>(null);
  const payload = toTillPayload(orderDraft(till, location, typedOrder));
  const isFree = cart.length > 0 && price.total === 0;
  const onlineOnly = till.tab ? null : whyNotOffline(till, location, typedOrder, device);
  const toStore = (isPaid: boolean) => {
    const ticketPrinted = input.ticketPrinter.hasPrinter();
    return onlineOnly === null ? offlineOrder(payload, location, typedOrder, site, { isPaid, ticketPrinted }) : null;
  };
  const { taking, link, ...sender } = useSendOrder(input, payload, toStore, {
    onAnswered() {
      setCounting(false);
      // The next sale needs storage too.
      if (!device.online) device.check();
    },
    onPlaced: () => setProblems({}),
  });
  const whyOffline = (reason: string | null) =>
    device.online || till.tab || reason === null ? null : say`Cannot create orders while offline: ${reason}`;
  const whyNot = link
    ? say`The payment link is ready. Start the next order once the guest has it.`
    : (whyOffline(onlineOnly) ?? whyNotPlaced(till, location, typedOrder));
  const whyNotTender = isFree ? null : whyOffline(whyNotTenderOffline(till.payment, location));

  /** Sends the order, unless a field must be mended first. Cash is counted before. */
  function submit(by: PaymentChoice['by'] = till.payment) {
    if (whyNot !== null || (by !== 'later' && whyNotTender !== null) || taking.busy) return;
    const newProblems = till.tab ? {} : tillProblems(payload, till);
    setProblems(newProblems);
    const hasProblems = Object.keys(newProblems).length > 0;
    // Shown next to the button. A toast would cover it.
    setFormError(hasProblems ? say`Please check the marked fields` : null);
    if (hasProblems) setStep('details');
    else if (!isFree && by === 'cash' && !till.tab) setCounting(true);
    else void sender.send({ by: isFree ? 'later' : by });
  }

  return {
    busy: taking.busy,
    whyNot,
    /** Why the chosen tender cannot be taken. The order can still be placed and paid later. */
    whyNotTender,
    /** Discounts cover the whole order. */
    isFree,
    takesCards,
    problems,
    formError,
    refusal: taking.refusal,
    earlier: taking.earlier,
    /** The call of a request whose response never came. */
    unansweredCall: sending.sent && !link && !taking.busy && !taking.refusal ? sending.sent.call : null,
    submit,
    /** Repeats the last attempt and sells dishes beyond their stock. */
    sellAnyway() {
      const sellAnyway = [...new Set([...till.sellAnyway, ...(taking.refusal?.lowStockDishIds ?? [])])];
      setTill((before) => ({ ...before, sellAnyway }));
      sender.sendAgain({ ...payload, sellAnyway });
    },
    /** Called on every change of the order, because an open payment link is for the order before the change. */
    discardAttempt() {
      taking.forget();
      setFormError(null);
      sender.cancelLink();
    },
    forgetProblems: () => setProblems({}),

    link,
    customer: payload.customerInfo,
    /** Called when the link was sent to the guest. */
    storeLink: sender.storeLink,

    isCountingCash: isCounting && till.payment === 'cash',
    stopCounting: () => setCounting(false),
    confirmCash: (change: Cents) => sender.send({ by: 'cash', change }),
  };
}

/** Why the order cannot be placed yet; null when it can. */
function whyNotPlaced(till: Till, location: TillLocation, typedOrder: TypedOrder): string | null {
  const { cart, unavailable, shortages, unconfirmed, delivery } = typedOrder;
  if (cart.length === 0) return say`Add a dish to the order first`;
  if (nameOnOrder(till, location) === '') return say`Enter the customer’s name first`;
  if (till.wantedTime === 'unchosen') return say`Choose a time, or as soon as possible`;
  // Staff may go below the minimum order, but not outside the delivery zones.
  const deliveryError = deliveryProblem(delivery);
  if (deliveryError !== null) return deliveryError;
  const missing = cart.find((line) => unavailable.has(line.cartKey));
  if (missing) {
    const why = unavailable.get(missing.cartKey) ?? null;
    return why === null
      ? say`${missing.name} is no longer available. Take it out of the order.`
      : say`${endWithFullStop(say`${missing.name}: ${why}`)} Change it in the order.`;
  }
  return unconfirmed ? shortageText(unconfirmed.name, shortages.get(unconfirmed.cartKey) ?? 0) : null;
}

/** How an order is paid; for cash, with the change. A round is paid with its tab, and may be held. */
interface PaymentChoice {
  readonly by: TillPayment | 'later' | 'held';
  readonly change?: Cents;
}

interface SendEvents {
  /** The server answered a cash or unpaid order, even if it refused it. */
  readonly onAnswered: () => void;
  /** Called before `onDone`. */
  readonly onPlaced: () => void;
}

/** Sends the order with its payment. A payment link stays here until it is sent to the guest or cancelled. */
function useSendOrder(
  { storedTill, location, typedOrder, rounds, headers, onTaking, ticketPrinter, onDone }: PaymentInput,
  payload: TillPayload,
  toStore: (isPaid: boolean) => OfflineOrder | null,
  events: SendEvents,
) {
  const { till, setStep, sending, setSending, setLinksOut } = storedTill;
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [lastChoice, setLastChoice] = useState<PaymentChoice | null>(null);
  const queries = useQueryClient();
  const taking = useTakeOrder({
    isClosed: !location.isOpen,
    sending,
    setSending,
    headers,
    onStaleMenu() {
      void queries.invalidateQueries({ queryKey: ['menu', location.id] });
      typedOrder.askDeliveryAgain();
    },
  });

  function finish(last: LastOrderOutcome | null) {
    events.onPlaced();
    onDone(last);
  }

  async function send(choice: PaymentChoice, order = payload) {
    setLastChoice(choice);
    if (till.tab) await sendRound(till.tab, choice.by === 'held', order);
    else if (choice.by === 'link') setLink(await taking.makeLink(order));
    else if (choice.by === 'link-later') await placeWithLink(order);
    else await placeAtCounter(choice, order);
  }

  async function sendRound(tab: TabTarget, isHeld: boolean, order: TillPayload & { sellAnyway?: string[] }) {
    const { allergies, specialInstructions, withoutCharges, chargeReasons, sellAnyway } = order;
    // Later courses wait anyway. So only the dishes that would be made at once get a course that is not fired yet.
    const course = courseToHold(rounds);
    const items = order.items.map((item) => (isHeld && (item.course ?? 1) === 1 ? { ...item, course } : item));
    const terms = { allergies, specialInstructions, withoutCharges, chargeReasons, sellAnyway };
    const body = { ...roundTarget(tab, location.id), items, ...terms };
    const about = say`${tab.name}: ${dishesText(dishCount(items))}`;
    const answer = taking.takeRound(body, about);
    onTaking(answer.then((sent) => (sent?.queued === false ? sent.answer.orderId : null)));
    const sent = await answer;
    // On a phone, the order's step says why.
    if (!sent) return setStep('ticket');
    for (const queryKey of TAB_KEYS) void queries.invalidateQueries({ queryKey });
    finish({ kind: 'round', tab: sent.queued ? tab : { ...tab, billId: sent.answer.billId }, sent });
  }

  async function placeWithLink(order: TillPayload) {
    const answer = taking.takeOnAccount(order);
    onTaking(answer.then((placed) => orderIdOf(placed?.order)));
    const placed = await answer;
    if (placed) finish({ kind: 'link', ...placed, customer: order.customerInfo });
  }

  /** Cash, or an unpaid order, which is paid at once by another tender or later. */
  async function placeAtCounter({ by, change }: PaymentChoice, order: TillPayload) {
    // Only a round can be held.
    if (by === 'held') return;
    const offline = toStore(by === 'cash');
    const about = say`${dishesText(dishCount(order.items))}, ${formatMoney(typedOrder.price.total)}`;
    const answer =
      by === 'cash'
        ? taking.takeCash(order, typedOrder.price, about, offline)
        : taking.placeUnpaid(order, about, offline);
    onTaking(answer.then((placed) => (placed && 'number' in placed ? null : orderIdOf(placed))));
    const placed = await answer;
    events.onAnswered();
    if (!placed) return;
    if ('number' in placed) {
      finish({ kind: 'waiting', sale: placed, change });
      if (ticketPrinter.hasPrinter()) void printSaleTicket(ticketPrinter, placed);
    } else if (change === undefined) finish({ kind: 'placed', order: placed, tender: tenderAfterOrder(by) });
    else finish({ kind: 'paid-in-cash', order: placed, change });
  }

  return {
    taking,
    link,
    send,
    sendAgain(order: TillPayload) {
      if (lastChoice) void send(lastChoice, order);
    },
    cancelLink() {
      if (!link) return;
      void cancelPaymentLink(link);
      setLink(null);
      taking.startNewKey();
    },
    storeLink() {
      if (!link) return;
      setLink(null);
      taking.startNewKey();
      const { sessionId, paymentUrl, pricing } = link;
      const openLink = { sessionId, paymentUrl, total: pricing.total, till };
      setLinksOut((links) => [openLink, ...links].slice(0, MAX_OPEN_LINKS));
      finish(null);
    },
  };
}

/** More links than this would be hard to tell apart. */
const MAX_OPEN_LINKS = 20;

/** A new order needs no alarm on this device. A scheduled one does, because staff will not remember it hours later. */
function orderIdOf(order: TakenOrder | null | undefined): string | null {
  return !order || isScheduledForLater(order, serverNow()) ? null : order.orderId;
}

/** Cancels a link. If the guest paid it a moment ago, the order exists anyway. */
async function cancelPaymentLink({ sessionId }: PaymentLink): Promise<void> {
  await runAndReport('dropping a payment link', () => api('cancelPaymentLink', { body: { sessionId } }));
}
