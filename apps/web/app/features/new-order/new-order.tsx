import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { addToCart, cartQuantity, setQuantity, type CartLine } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import { orderNotices } from '@tiffin/domain/errors';
import type { SpiceLevel } from '@tiffin/domain/menu';
import { orderPayload, type OrderPayload } from '@tiffin/domain/order';
import { worksAt } from '@tiffin/domain/people';
import { api } from '../../lib/api.ts';
import { attempted } from '../../lib/attempted.ts';
import { useBackOffice } from '../../lib/back-office.tsx';
import { formatMoney } from '../../lib/format.ts';
import { homePlace } from '../../lib/home-place.ts';
import { useOnline } from '../../lib/online.ts';
import { useLocations, useSite } from '../../lib/site.ts';
import { wordsFor } from '../../lib/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { AfterOrder, type Last } from './after-order.tsx';
import { CashDialog } from './cash-dialog.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { MenuPanel } from './menu-panel.tsx';
import styles from './new-order.module.css';
import { tillProblems, type Problems } from './problems.ts';
import { SpiceDialog } from './spice-dialog.tsx';
import { texts } from './texts.ts';
import { TicketPanel } from './ticket-panel.tsx';
import {
  asksSpice,
  cartOf,
  cartWithMenu,
  dishOf,
  emptyTill,
  orderDraft,
  priceAt,
  tipChoice,
  withCartOf,
  type Dish,
  type Place,
  type Till,
} from './till.ts';
import { useTillKeys } from './use-keys.ts';
import { useLookup } from './use-lookup.ts';
import { useMenu, usePlaces } from './use-menu.ts';
import { useTakeOrder, type PaymentLink, type TakenOrder } from './use-take-order.ts';
import { useTill } from './use-till.ts';

/** How a payment link is shown, texted and printed; `done` when the next order may begin. */
export type ShowLink = (link: PaymentLink, customer: OrderPayload['customerInfo'], done: () => void) => ReactNode;

/** An order is being taken here; then its id, or null when it was refused. */
export type OnTaking = (order: Promise<string | null>) => void;

/** What can be printed of an order that was just taken. */
export type PrintOrder = (order: TakenOrder) => ReactNode;

/** The till: what a guest at the counter or on the phone wants, who they are, and their money. */
export function NewOrder({
  showLink,
  onTaking,
  printing,
}: {
  showLink: ShowLink;
  onTaking: OnTaking;
  printing: PrintOrder;
}) {
  const { actor, me } = useBackOffice();
  const places = usePlaces(useLocations());
  const mine = places.data.locations.filter((place) => worksAt(actor, place.id));
  const ids = mine.map((place) => place.id);
  const [till, setTill] = useTill(me.uid, ids, homePlace(ids, actor, useSite().defaultLocationId) ?? '');
  const place = mine.find((each) => each.id === till.locationId);
  return (
    <div className={styles.till}>
      {places.error && (
        <Banner tone="bad" announce="alert" className={styles.offline ?? ''}>
          {orderNotices.locationsFailed(wordsFor(places.error))}
        </Banner>
      )}
      {place ? (
        <Counter
          till={till}
          setTill={setTill}
          place={place}
          places={mine}
          showLink={showLink}
          onTaking={onTaking}
          printing={printing}
        />
      ) : (
        <EmptyState title={texts.noLocation} text={texts.noLocationText} level={1} />
      )}
    </div>
  );
}

interface CounterProps {
  till: Till;
  setTill: (change: (till: Till) => Till) => void;
  place: Place;
  places: readonly Place[];
  showLink: ShowLink;
  onTaking: OnTaking;
  printing: PrintOrder;
}

function Counter({ till, setTill, place, places, showLink, onTaking, printing }: CounterProps) {
  const queries = useQueryClient();
  const site = useSite();
  const online = useOnline();
  const menu = useMenu(place.id);
  const typePhone = useLookup(setTill);
  const taking = useTakeOrder(!place.isOpen, () => void queries.invalidateQueries({ queryKey: ['menu', place.id] }));
  const [step, setStep] = useState<'menu' | 'details' | 'ticket'>('menu');
  const [asked, setAsked] = useState<Dish | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [touched, setTouched] = useState<string | null>(null);
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [last, setLast] = useState<Last | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const tips = useRef<HTMLFieldSetElement>(null);

  const dishes = menu.data?.items.map(dishOf) ?? null;
  const { cart, gone } = cartWithMenu(cartOf(till), dishes);
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
    setLast(null);
    if (link) void dropLink(link);
    setLink(null);
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
    const inTheWay = add(dish, null, 1);
    if (inTheWay) toast.warning(inTheWay, { id: 'till-limit' });
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

  function startAfresh() {
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
    if (found.other) toast.error(found.other, { id: 'till-problem' });
    if (Object.keys(found.fields).length > 0) {
      toast.error(texts.checkFields, { id: 'till-problem' });
      setStep('details');
    } else if (!found.other) {
      if (till.payment === 'cash') setConfirming(true);
      else void makeLink();
    }
  }

  async function makeLink() {
    setLink(await taking.makeLink(payload));
  }

  function linkOut() {
    setLink(null);
    startAfresh();
    setLast({ kind: 'linked' });
  }

  async function received(changeDue: Cents) {
    const sending = taking.takeCash(payload, price);
    onTaking(sending.then((sent) => sent?.orderId ?? null));
    const order = await sending;
    setConfirming(false);
    if (!order) return;
    startAfresh();
    setLast({ kind: 'taken', order, change: changeDue });
  }

  function next() {
    setStep('menu');
    search.current?.focus();
  }

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

  return (
    <>
      <div className={styles.columns} data-step={step}>
        <div className={styles.menu}>
          <MenuPanel
            dishes={dishes}
            categories={menu.data?.categories ?? []}
            error={menu.error}
            onTryAgain={() => void menu.refetch()}
            cart={cart}
            onDish={choose}
            searchRef={search}
            placeChoice={<PlaceChoice place={place} places={places} onPlace={(locationId) => change({ locationId })} />}
          />
          <KeyHints />
        </div>
        <div className={styles.details}>
          <DetailsPanel
            till={till}
            place={place}
            problems={problems}
            phoneRef={phone}
            onChange={change}
            onPhone={typePhone}
          />
          <Button className={styles.toTicket ?? ''} size="lg" block spread onClick={() => setStep('ticket')}>
            {texts.viewOrder} <span className="num">{formatMoney(price.total)}</span>
          </Button>
        </div>
        <div className={styles.ticket}>
          <TicketPanel
            till={till}
            place={place}
            cart={cart}
            gone={gone}
            price={price}
            tipRef={tips}
            takesCards={site.payments.provider !== 'none'}
            link={
              link && (
                <>
                  {showLink(link, payload.customerInfo, linkOut)}
                  <Button look="ghost" block onClick={linkOut}>
                    {texts.nextOrder}
                  </Button>
                </>
              )
            }
            busy={taking.busy}
            whyNot={whyNot}
            whenEmpty={
              <AfterOrder last={last} printing={printing} onUndo={(before) => setTill(() => before)} onNext={next} />
            }
            notes={
              <>
                {!online && <Banner tone="offline" announce="status" title={orderNotices.offline} />}
                {!place.isOpen && <Banner>{texts.closed(place.openText)}</Banner>}
                {taking.refused && (
                  <Banner tone="bad" announce="alert" title={taking.refused.title}>
                    {taking.refused.text}
                  </Banner>
                )}
              </>
            }
            onChange={change}
            onQuantity={count}
            onClear={clear}
            onSubmit={submit}
            onStep={setStep}
          />
        </div>
      </div>
      {step === 'menu' && cart.length > 0 && (
        <button type="button" className={styles.dock} onClick={() => setStep('ticket')}>
          <ReceiptText aria-hidden="true" />
          {texts.viewOrder} <span className={styles.count}>{cartQuantity(cart)}</span>
          <b>{formatMoney(price.total)}</b>
        </button>
      )}
      <SpiceDialog dish={asked} onClose={() => setAsked(null)} onAdd={add} />
      <CashDialog
        open={confirming && till.payment === 'cash'}
        price={price}
        busy={taking.busy}
        onClose={() => setConfirming(false)}
        onReceived={(changeDue) => void received(changeDue)}
      />
    </>
  );
}

/** Was it paid in this very moment, the order is there all the same. */
async function dropLink({ sessionId }: PaymentLink): Promise<void> {
  await attempted('dropping a payment link', () => api('cancelPaymentLink', { body: { sessionId } }));
}

interface PlaceChoiceProps {
  place: Place;
  places: readonly Place[];
  onPlace: (locationId: string) => void;
}

function PlaceChoice({ place, places, onPlace }: PlaceChoiceProps) {
  return (
    <Select
      aria-label={texts.location}
      className={styles.place ?? ''}
      value={place.id}
      onChange={(event) => onPlace(event.target.value)}
    >
      {places.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const HINTS = [
  ['/', texts.keys.search],
  ['↵', texts.keys.add],
  ['1 2 3', texts.keys.spice],
  ['P', texts.keys.phone],
  ['T', texts.keys.tip],
  ['⌘↵', texts.keys.place],
] as const;

function KeyHints() {
  return (
    <p className={styles.keys} aria-hidden="true">
      {HINTS.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
