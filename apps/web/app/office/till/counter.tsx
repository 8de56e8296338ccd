import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { ReceiptText } from 'lucide-react';
import { cartQuantity, type TillPayload } from '@tiffin/domain/cart';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { AfterOrder, type Last, type PayOrder, type ShowAgain } from './after-order.tsx';
import { CashDialog } from './cash-dialog.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { DishChoice } from './dish-choice.tsx';
import { DiscountDialog } from './discount-dialog.tsx';
import { EVERYTHING, MenuPanel } from './menu-panel.tsx';
import { OpenItemDialog } from './open-item-dialog.tsx';
import styles from './till.module.css';
import { texts } from './texts.ts';
import { TicketNotes } from './ticket-notes.tsx';
import { TicketPanel } from './ticket-panel.tsx';
import { emptyTill, withCartOf, type Place, type Till } from './till.ts';
import { useTillKeys } from './use-keys.ts';
import { useLookup } from './use-lookup.ts';
import { usePayment, type OnTaking } from './use-payment.ts';
import type { PaymentLink, TakenOrder } from './use-take-order.ts';
import { useTicket } from './use-ticket.ts';
import type { StoredTill } from './use-till.ts';
import { OpenLinks, type LinkWatch } from './open-links.tsx';

/** Shows a payment link to display, text and print. Calls `done` when the next order may begin. */
export type ShowLink = (link: PaymentLink, customer: TillPayload['customerInfo'], done: () => void) => ReactNode;

/** Renders the print buttons for an order that was just placed. */
export type PrintOrder = (order: TakenOrder) => ReactNode;

/** Components the till gets from other parts: payment links and printing. */
export interface CounterTools {
  showLink: ShowLink;
  showAgain: ShowAgain;
  watchLink: LinkWatch;
  paying: PayOrder;
  onTaking: OnTaking;
  printing: PrintOrder;
}

interface CounterProps extends CounterTools {
  storedTill: StoredTill;
  place: Place;
  places: readonly Place[];
}

/** One order from the first dish to the payment: menu, guest details and ticket. */
export function Counter({
  storedTill: started,
  place,
  places,
  showLink,
  showAgain,
  watchLink,
  paying,
  onTaking,
  printing,
}: CounterProps) {
  const site = useSite();
  const { till, setTill, step, setStep } = started;
  const [isFromBefore, setFromBefore] = useState(started.isFromBefore);
  const [last, setLast] = useState<Last | null>(null);
  const [view, setView] = useState(EVERYTHING);
  const [asking, setAsking] = useState<'open-item' | 'give' | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const tips = useRef<HTMLFieldSetElement>(null);
  const typePhone = useLookup(setTill);
  const ticket = useTicket(till, place, change);
  const payment = usePayment({ storedTill: started, place, ticket, onTaking, onDone: startAfresh });
  const { cart, price } = ticket;

  function change(next: (before: Till) => Till) {
    payment.takeBack();
    setFromBefore(false);
    setLast(null);
    setTill(next);
  }
  const patch = (fields: Partial<Till>) => change((before) => ({ ...before, ...fields }));

  /** Starts the next order at the same location. */
  function startAfresh(after: Last | null) {
    setFromBefore(false);
    setTill(() => emptyTill(place.id));
    setView(({ onlyAvailable }) => ({ ...EVERYTHING, onlyAvailable }));
    setLast(after);
  }

  function clear() {
    payment.takeBack();
    payment.forgetProblems();
    startAfresh({ kind: 'cleared', till });
  }

  // Repeats a lookup that was interrupted when the page or this component was unmounted.
  const lookAgain = useEffectEvent(() => {
    if (till.lookup === 'searching') typePhone(till.phone);
  });
  useEffect(() => lookAgain(), []);

  // Runs after the dialog has restored the focus, because the next order begins with a dish.
  useEffect(() => {
    if (last) search.current?.focus({ preventScroll: true });
  }, [last]);

  useTillKeys({
    search: () => search.current?.select(),
    phone: () => phone.current?.focus(),
    tip: () => tips.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
    more: () => ticket.countTouched(1),
    fewer: () => ticket.countTouched(-1),
    edit: ticket.editTouched,
    place: payment.submit,
  });

  return (
    <>
      <div className={styles.frame}>
        {isFromBefore && (
          <Banner
            className={styles.note ?? ''}
            title={texts.restored}
            announce="status"
            action={
              <Button look="quiet" size="sm" onClick={clear}>
                {texts.startOver}
              </Button>
            }
          >
            {texts.restoredText}
          </Banner>
        )}
        <CartChanges
          className={styles.note}
          changes={ticket.dearer}
          onRead={() => setTill((before) => withCartOf(before, cart))}
        />
        <div className={`stack grow min-height-0 ${styles.columns}`} data-step={step}>
          <div className={`min-width-0 min-height-0 ${styles.menu}`}>
            <MenuPanel
              dishes={ticket.dishes}
              categories={ticket.menu.data?.categories ?? []}
              error={ticket.menu.error}
              onTryAgain={() => void ticket.menu.refetch()}
              cart={cart}
              view={view}
              onView={setView}
              onDish={ticket.choose}
              sellsSoldOut
              searchRef={search}
              placeChoice={
                <PlaceChoice
                  place={place}
                  places={places}
                  onPlace={(locationId) => patch({ locationId, given: [], sellAnyway: [] })}
                />
              }
            />
            <KeyHints />
          </div>
          <div className={`min-width-0 ${styles.details}`}>
            <DetailsPanel
              till={till}
              place={place}
              problems={payment.problems}
              delivery={ticket.delivery}
              onAskAgain={ticket.askDeliveryAgain}
              food={price.subtotal}
              phoneRef={phone}
              onChange={patch}
              onPhone={typePhone}
            />
            <Button className={`above-16 ${styles.toTicket}`} size="lg" block spread onClick={() => setStep('ticket')}>
              {texts.viewOrder} <span className="num">{formatMoney(price.total)}</span>
            </Button>
          </div>
          <div className={`min-width-0 min-height-0 ${styles.ticket}`}>
            <TicketPanel
              till={till}
              place={place}
              ticket={ticket}
              payment={payment}
              tipRef={tips}
              takesCards={site.payments.provider !== 'none'}
              link={
                payment.link && (
                  <>
                    {showLink(payment.link, payment.customer, payment.linkOut)}
                    <Button look="ghost" block onClick={payment.linkOut}>
                      {texts.nextOrder}
                    </Button>
                  </>
                )
              }
              linksOut={<OpenLinks storedTill={started} watchLink={watchLink} onResumed={() => setLast(null)} />}
              whenEmpty={
                <AfterOrder
                  last={last}
                  printing={printing}
                  showAgain={showAgain}
                  paying={paying}
                  onPaid={(order) => setLast({ kind: 'placed', order })}
                  onUndo={(before) => setTill(() => before)}
                  onNext={() => {
                    setStep('menu');
                    search.current?.focus();
                  }}
                />
              }
              notes={<TicketNotes place={place} payment={payment} />}
              onChange={patch}
              onClear={clear}
              onOpenItem={() => setAsking('open-item')}
              onGive={() => setAsking('give')}
              onStep={setStep}
            />
          </div>
        </div>
      </div>
      {step === 'menu' && cart.length > 0 && (
        <button
          type="button"
          className={`row fixed gap-10 round-md weight-600 shadow-3 ${styles.dock}`}
          onClick={() => setStep('ticket')}
        >
          <ReceiptText aria-hidden="true" />
          {texts.viewOrder} <span className={`center pill digits ${styles.count}`}>{cartQuantity(cart)}</span>
          <b className="push-right digits">{formatMoney(price.total)}</b>
        </button>
      )}
      <DishChoice dishToChoose={ticket.asked} onClose={ticket.leave} onChosen={ticket.request} />
      <OpenItemDialog open={asking === 'open-item'} onClose={() => setAsking(null)} onAdd={ticket.addOpen} />
      <DiscountDialog open={asking === 'give'} cart={cart} onClose={() => setAsking(null)} onGive={ticket.give} />
      <CashDialog
        open={payment.countsCash}
        price={price}
        taken={ticket.taken}
        busy={payment.busy}
        onClose={payment.stopCounting}
        onReceived={(changeDue) => void payment.received(changeDue)}
      />
    </>
  );
}

function PlaceChoice({
  place,
  places,
  onPlace,
}: Pick<CounterProps, 'place' | 'places'> & { onPlace: (locationId: string) => void }) {
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
  ['.', texts.keys.edit],
  ['P', texts.keys.phone],
  ['T', texts.keys.tip],
  ['⌘↵', texts.keys.place],
] as const;

function KeyHints() {
  return (
    <p className={`hint flex-wrap ${styles.keys}`} aria-hidden="true">
      {HINTS.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
