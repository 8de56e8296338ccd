import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { endWithFullStop, say, type Cents } from '@tiffin/domain/core';
import { toTillPayload, type TillPayload } from '@tiffin/domain/cart';
import { isScheduledForLater } from '@tiffin/domain/order';
import type { Tender } from '@tiffin/domain/payment';
import { courseToHold } from '@tiffin/domain/tabs';
import { api } from '../../shared/api/api.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useOnline } from '../../shared/offline/online.ts';
import type { SentOrQueued } from '../../shared/offline/send-or-queue.ts';
import { useSite } from '../../shared/site/site.ts';
import { deliveryProblem } from '../../shared/checkout/delivery-answer.tsx';
import { runAndReport } from './run-and-report.ts';
import { dishCount, roundTarget, TAB_KEYS, type Tab, type TabTarget } from '../../shared/tabs/tabs.ts';
import { tillProblems, type Problems, nameOnOrder, orderDraft, type TillLocation, type Till } from './till.ts';
import { tenderAfterOrder, type TillPayment } from './till-payments.ts';
import { useTakeOrder, type OnAccountOrder, type PaymentLink, type TakenOrder } from './use-take-order.ts';
import type { Ticket } from './use-ticket.ts';
import type { StoredTill } from './use-till.ts';

const shortReasonText = (name: string, left: number) =>
  left === 0
    ? say`${name} is sold out. Sell it anyway, or take it out of the order.`
    : say`Only ${left} left of ${name}. Sell it anyway, or take it out of the order.`;

/**
 * Called when an order is being placed. The promise returns its id, or null when it was refused, or when it is
 * scheduled and should ring later.
 */
export type OnTaking = (order: Promise<string | null>) => void;

/** The outcome of the last order. It is shown where the next order will be built. */
export type LastOrderOutcome =
  | { readonly kind: 'taken'; readonly order: TakenOrder; readonly change: Cents }
  | { readonly kind: 'placed'; readonly order: TakenOrder; readonly tender: Tender | null }
  | { readonly kind: 'round'; readonly tab: TabTarget; readonly sent: SentOrQueued<'addRound'> }
  | ({ readonly kind: 'link'; readonly customer: TillPayload['customerInfo'] } & OnAccountOrder)
  | { readonly kind: 'cleared'; readonly till: Till };

interface PaymentFrom {
  readonly storedTill: StoredTill;
  readonly place: TillLocation;
  readonly ticket: Ticket;
  /** The rounds of the tab so far. */
  readonly rounds: Tab['rounds'];
  /** A manager's approval of the discounts. */
  readonly headers: Record<string, string> | undefined;
  readonly onTaking: OnTaking;
  /** Called when the order was placed or its link was sent. */
  readonly onDone: (last: LastOrderOutcome | null) => void;
}

export type PaymentInProgress = ReturnType<typeof usePayment>;

export function usePayment(from: PaymentFrom) {
  const { storedTill, place, ticket } = from;
  const { till, setTill, setStep, sending } = storedTill;
  const { cart, price } = ticket;
  const online = useOnline();
  const takesCards = useSite().payments.provider !== 'none';
  const [isCounting, setCounting] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [inTheWay, setInTheWay] = useState<string | null>(null);
  const payload = toTillPayload(orderDraft(till, place, ticket));
  const isFree = cart.length > 0 && price.total === 0;
  const { taking, link, ...order } = useSendOrder(from, payload, {
    onAnswered: () => setCounting(false),
    onPlaced: () => setProblems({}),
  });
  const whyNot = link
    ? say`The payment link is ready. Start the next order once the guest has it.`
    : online || till.tab
      ? whyNotPlaced(till, place, ticket)
      : say`Cannot create orders while offline`;

  function submit(by: Taken['by'] = till.payment) {
    if (whyNot !== null || taking.busy) return;
    const found = till.tab ? {} : tillProblems(payload, till);
    setProblems(found);
    const isMarked = Object.keys(found).length > 0;
    // Shown next to the button. A toast would cover it.
    setInTheWay(isMarked ? say`Please check the marked fields` : null);
    if (isMarked) setStep('details');
    else if (!isFree && by === 'cash' && !till.tab) setCounting(true);
    else void order.send({ by: isFree ? 'later' : by });
  }

  return {
    busy: taking.busy,
    whyNot,
    /** Discounts cover the whole order. */
    isFree,
    takesCards,
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
      order.sendAgain({ ...payload, sellAnyway });
    },
    /**
     * Called on every change of the order. Cancels the open payment link, because it is for the order before the
     * change.
     */
    takeBack() {
      taking.forget();
      setInTheWay(null);
      order.cancelLink();
    },
    forgetProblems: () => setProblems({}),

    link,
    customer: payload.customerInfo,
    /** Called when the link was sent to the guest. */
    linkOut: order.storeLink,

    countsCash: isCounting && till.payment === 'cash',
    stopCounting: () => setCounting(false),
    received: (change: Cents) => order.send({ by: 'cash', change }),
  };
}

function whyNotPlaced(till: Till, place: TillLocation, { cart, unavailable, short, unconfirmed, delivery }: Ticket) {
  if (cart.length === 0) return say`Add a dish to the order first`;
  if (nameOnOrder(till, place) === '') return say`Enter the customer’s name first`;
  if (till.wantedTime === 'unchosen') return say`Choose a time, or as soon as possible`;
  // Staff may go below the minimum order, but not outside the delivery zones.
  const deliveryError = deliveryProblem(delivery);
  if (deliveryError !== null) return deliveryError;
  const missing = cart.find((line) => unavailable.has(line.cartKey));
  if (missing) {
    const why = unavailable.get(missing.cartKey) ?? say`Unavailable`;
    return why === say`Unavailable`
      ? say`${missing.name} is no longer available. Take it out of the order.`
      : say`${endWithFullStop(say`${missing.name}: ${why}`)} Change it in the order.`;
  }
  return unconfirmed ? shortReasonText(unconfirmed.name, short.get(unconfirmed.cartKey) ?? 0) : null;
}

/** How it is paid; for cash, with the change. A round is paid with its tab, and may be held. */
interface Taken {
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
  { storedTill, place, ticket, rounds, headers, onTaking, onDone }: PaymentFrom,
  payload: TillPayload,
  events: SendEvents,
) {
  const { till, setStep, sending, setSending, setLinksOut } = storedTill;
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [tried, setTried] = useState<Taken | null>(null);
  const queries = useQueryClient();
  const taking = useTakeOrder({
    isClosed: !place.isOpen,
    sending,
    setSending,
    headers,
    onStaleMenu() {
      void queries.invalidateQueries({ queryKey: ['menu', place.id] });
      ticket.askDeliveryAgain();
    },
  });

  function finish(last: LastOrderOutcome | null) {
    events.onPlaced();
    onDone(last);
  }

  async function send(how: Taken, order = payload) {
    setTried(how);
    if (till.tab) await sendRound(till.tab, how.by === 'held', order);
    else if (how.by === 'link') setLink(await taking.makeLink(order));
    else if (how.by === 'link-later') await placeWithLink(order);
    else await placeAtCounter(how, order);
  }

  async function sendRound(tab: TabTarget, isHeld: boolean, order: TillPayload & { sellAnyway?: string[] }) {
    const { allergies, specialInstructions, sellAnyway } = order;
    const course = courseToHold(rounds);
    const items = order.items.map((item) => (isHeld && (item.course ?? 1) === 1 ? { ...item, course } : item));
    const body = { ...roundTarget(tab, place.id), items, allergies, specialInstructions, sellAnyway };
    const count = dishCount(items);
    const about = count === 1 ? say`${tab.name}: 1 dish` : say`${tab.name}: ${count} dishes`;
    const answer = taking.takeRound(body, about);
    onTaking(answer.then((sent) => (sent?.queued === false ? sent.answer.orderId : null)));
    const sent = await answer;
    // On a phone, the ticket says why.
    if (!sent) return setStep('ticket');
    for (const queryKey of TAB_KEYS) void queries.invalidateQueries({ queryKey });
    finish({ kind: 'round', tab: sent.queued ? tab : { ...tab, billId: sent.answer.billId }, sent });
  }

  async function placeWithLink(order: TillPayload) {
    const answer = taking.takeOnAccount(order);
    onTaking(answer.then((taken) => orderIdOf(taken?.order)));
    const taken = await answer;
    if (taken) finish({ kind: 'link', ...taken, customer: order.customerInfo });
  }

  /** Cash, or an unpaid order, which is paid at once by another tender or later. */
  async function placeAtCounter({ by, change }: Taken, payment: TillPayload) {
    if (by === 'held') return;
    const answer = by === 'cash' ? taking.takeCash(payment, ticket.price) : taking.placeUnpaid(payment);
    onTaking(answer.then(orderIdOf));
    const order = await answer;
    events.onAnswered();
    if (!order) return;
    if (change === undefined) finish({ kind: 'placed', order, tender: tenderAfterOrder(by) });
    else finish({ kind: 'taken', order, change });
  }

  return {
    taking,
    link,
    send,
    sendAgain(order: TillPayload) {
      if (tried) void send(tried, order);
    },
    cancelLink() {
      if (!link) return;
      void cancelPaymentLink(link);
      setLink(null);
      taking.settle();
    },
    storeLink() {
      if (!link) return;
      setLink(null);
      taking.settle();
      const { sessionId, paymentUrl, pricing } = link;
      setLinksOut((links) => [{ sessionId, paymentUrl, total: pricing.total, till }, ...links].slice(0, LINKS_MOST));
      finish(null);
    },
  };
}

/** More links than this would be hard to tell apart. */
const LINKS_MOST = 20;

/** A new order needs no alarm on this device. A scheduled one does, because staff will not remember it hours later. */
function orderIdOf(order: TakenOrder | null | undefined): string | null {
  return !order || isScheduledForLater(order, serverNow()) ? null : order.orderId;
}

/** If the link was paid a moment ago, the order exists anyway. */
async function cancelPaymentLink({ sessionId }: PaymentLink): Promise<void> {
  await runAndReport('dropping a payment link', () => api('cancelPaymentLink', { body: { sessionId } }));
}
