import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { addToCart, setQuantity, type CartLine } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import { orderNotices } from '@tiffin/domain/errors';
import type { SpiceLevel } from '@tiffin/domain/menu';
import { orderPayload } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { runAndReport } from './run-and-report.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { toast } from '../../ui/toasts.ts';
import type { Last } from './after-order.tsx';
import { tillProblems, type Problems } from './problems.ts';
import { texts } from './texts.ts';
import {
  asksSpice,
  cartOf,
  cartWithMenu,
  dishOf,
  emptyTill,
  orderDraft,
  priceAt,
  pricesChanged,
  tipChoice,
  withCartOf,
  type Dish,
  type Place,
  type Till,
} from './till.ts';
import { useTillKeys } from './use-keys.ts';
import { useLookup } from './use-lookup.ts';
import { useMenu } from './use-menu.ts';
import { useTakeOrder, type PaymentLink } from './use-take-order.ts';
import type { BegunTill } from './use-till.ts';

/** An order is being taken here; then its id, or null when it was refused. */
export type OnTaking = (order: Promise<string | null>) => void;

/** One order from the first dish to the money: what is chosen, what is missing, what happens next. */
export function useCounter(begun: BegunTill, place: Place, onTaking: OnTaking) {
  const { till, setTill, step, setStep, sending, setSending } = begun;
  const queries = useQueryClient();
  const online = useOnline();
  const menu = useMenu(place.id);
  const typePhone = useLookup(setTill);
  const taking = useTakeOrder({
    isClosed: !place.isOpen,
    sending,
    setSending,
    onStaleMenu: () => void queries.invalidateQueries({ queryKey: ['menu', place.id] }),
  });
  const [isFromBefore, setFromBefore] = useState(begun.isFromBefore);
  const [asked, setAsked] = useState<Dish | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [inTheWay, setInTheWay] = useState<string | null>(null);
  const [touched, setTouched] = useState<string | null>(null);
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [last, setLast] = useState<Last | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const tips = useRef<HTMLFieldSetElement>(null);

  const dishes = menu.data?.items.map(dishOf) ?? null;
  const { cart, gone } = cartWithMenu(cartOf(till), dishes);
  const dearer = pricesChanged(cartOf(till), cart);
  const price = priceAt(cart, place, tipChoice(till.tip));
  const payload = orderPayload(orderDraft(till, place, cart, price));
  const missing = cart.find((line) => gone.has(line.cartKey));
  const whyNot = link
    ? texts.linkReady
    : !online
      ? orderNotices.offline
      : cart.length === 0
        ? texts.emptyReason
        : till.name.trim() === ''
          ? texts.nameReason
          : missing
            ? texts.goneReason(missing.name)
            : null;

  /** Any change makes another order of it: what the guest could still pay is taken back. */
  function touch() {
    taking.forget();
    setFromBefore(false);
    setInTheWay(null);
    setLast(null);
    if (!link) return;
    void dropLink(link);
    setLink(null);
    taking.settle();
  }

  function change(patch: Partial<Till>) {
    touch();
    setTill((before) => ({ ...before, ...patch }));
  }

  function add(dish: Dish, spice: SpiceLevel | null, quantity: number): string | null {
    const added = addToCart(cart, dish, spice, quantity);
    if (!added.ok) return added.error.message;
    touch();
    setTill((before) => withCartOf(before, added.value));
    setTouched(added.value.find((line) => line.id === dish.id && line.spice === spice)?.cartKey ?? null);
    setAsked(null);
    return null;
  }

  function choose(dish: Dish) {
    if (dish.isAvailable && asksSpice(dish)) {
      setAsked(dish);
      return;
    }
    const refused = add(dish, null, 1);
    if (refused) toast.warning(refused, { id: 'till-limit' });
  }

  function count(line: CartLine, quantity: number) {
    const { cart: changed, held } = setQuantity(cart, line.cartKey, quantity);
    if (held) toast.warning(held, { id: 'till-limit' });
    touch();
    setTouched(line.cartKey);
    setTill((before) => withCartOf(before, changed));
  }

  function countTouched(by: number) {
    const line = cart.find((each) => each.cartKey === touched) ?? cart.at(-1);
    if (line) count(line, line.quantity + by);
  }

  function readPrices() {
    setTill((before) => withCartOf(before, cart));
  }

  function startAfresh() {
    setFromBefore(false);
    setTill(() => emptyTill(place.id));
    setProblems({});
    setTouched(null);
  }

  function clear() {
    touch();
    startAfresh();
    setLast({ kind: 'cleared', till });
  }

  function submit() {
    if (whyNot || taking.busy || link) return;
    const found = tillProblems(payload, till);
    setProblems(found.fields);
    const isMarked = Object.keys(found.fields).length > 0;
    // Said beside the button: a toast would lie over it while one wants to press it again.
    setInTheWay(isMarked ? texts.checkFields : found.other);
    if (isMarked) setStep('details');
    else if (!found.other) {
      if (till.payment === 'cash') setConfirming(true);
      else void makeLink();
    }
  }

  async function makeLink() {
    setLink(await taking.makeLink(payload));
  }

  function linkOut() {
    if (!link) return;
    const { customerInfo: customer } = payload;
    setLink(null);
    taking.settle();
    startAfresh();
    setLast({ kind: 'linked', link, customer });
  }

  async function received(changeDue: Cents) {
    const answer = taking.takeCash(payload, price);
    onTaking(answer.then((taken) => taken?.orderId ?? null));
    const order = await answer;
    setConfirming(false);
    if (!order) return;
    startAfresh();
    setLast({ kind: 'taken', order, change: changeDue });
  }

  function next() {
    setStep('menu');
    search.current?.focus();
  }

  // A number was being looked up when the page, or this part of it, went away.
  const lookAgain = useEffectEvent(() => {
    if (till.lookup === 'searching') typePhone(till.phone);
  });
  useEffect(() => lookAgain(), []);

  // After the dialog has given the focus back to where it came from: the next order begins with a dish.
  useEffect(() => {
    if (last) search.current?.focus({ preventScroll: true });
  }, [last]);

  useTillKeys({
    search: () => search.current?.select(),
    phone: () => phone.current?.focus(),
    tip: () => tips.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
    more: () => countTouched(1),
    fewer: () => countTouched(-1),
    place: submit,
  });

  return {
    online,
    menu,
    dishes,
    typePhone,
    taking,
    isFromBefore,
    mayHaveArrived: sending.sent && !link && !taking.busy && !taking.refused ? sending.sent.call : null,
    dearer,
    readPrices,
    step,
    setStep,
    asked,
    setAsked,
    confirming,
    setConfirming,
    problems,
    inTheWay,
    link,
    last,
    cart,
    gone,
    price,
    payload,
    whyNot,
    search,
    phone,
    tips,
    change,
    add,
    choose,
    count,
    clear,
    submit,
    linkOut,
    received,
    next,
  };
}

/** Was it paid in this very moment, the order is there all the same. */
async function dropLink({ sessionId }: PaymentLink): Promise<void> {
  await runAndReport('dropping a payment link', () => api('cancelPaymentLink', { body: { sessionId } }));
}
