import type { ReactNode } from 'react';
import { ReceiptText } from 'lucide-react';
import { cartQuantity, type TillPayload } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { LastOrderPanel, type PayOrder, type RenderSentLink } from './after-order.tsx';
import { CashDialog } from './cash-dialog.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { DishChoice } from './dish-choice.tsx';
import { DiscountDialog } from './discount-dialog.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { OpenItemDialog } from './open-item-dialog.tsx';
import styles from './till.module.css';
import { RegularGuestCard } from './regular-guest.tsx';
import { TicketNotes } from './ticket-notes.tsx';
import { TicketPanel } from './ticket-panel.tsx';
import { withTillCart, type TillLocation } from './till.ts';
import { useCounter, type CounterState } from './use-counter.ts';
import type { OnTaking } from './use-payment.ts';
import type { PaymentLink, TakenOrder } from './use-take-order.ts';
import type { Ticket } from './use-ticket.ts';
import type { StoredTill } from './use-till.ts';
import { OpenLinks, type RenderOpenLink } from './open-links.tsx';

/** Shows a payment link to display, text and print. Calls `done` when the next order may begin. */
export type ShowLink = (link: PaymentLink, customer: TillPayload['customerInfo'], done: () => void) => ReactNode;

/** Renders the print buttons for an order that was just placed. */
export type PrintOrder = (order: TakenOrder) => ReactNode;

/** Components the till gets from other parts: payment links and printing. */
export interface CounterTools {
  showLink: ShowLink;
  renderSentLink: RenderSentLink;
  watchLink: RenderOpenLink;
  renderPayment: PayOrder;
  onTaking: OnTaking;
  renderPrintButtons: PrintOrder;
}

interface CounterProps extends CounterTools {
  storedTill: StoredTill;
  place: TillLocation;
  places: readonly TillLocation[];
}

/** One order from the first dish to the payment: menu, guest details and ticket. */
export function Counter({ storedTill, place, places, ...tools }: CounterProps) {
  const counter = useCounter(storedTill, place, tools.onTaking);
  const { ticket, payment, openDialog } = counter;
  const { till, step, setStep, setTill } = storedTill;
  const closeDialog = () => counter.setOpenDialog(null);
  return (
    <>
      <div className={styles.frame}>
        {counter.isRestored && <RestoredNote onClear={counter.clear} />}
        <CartChanges
          className={styles.note}
          changes={ticket.priceChanges}
          onRead={() => setTill((before) => withTillCart(before, ticket.cart))}
        />
        <div className={`stack grow min-height-0 ${styles.columns}`} data-step={step}>
          <div className={`min-width-0 min-height-0 ${styles.menu}`}>
            <MenuColumn counter={counter} place={place} places={places} />
          </div>
          <div className={`min-width-0 ${styles.details}`}>
            <DetailsColumn counter={counter} storedTill={storedTill} place={place} />
          </div>
          <div className={`min-width-0 min-height-0 ${styles.ticket}`}>
            <TicketColumn counter={counter} storedTill={storedTill} place={place} tools={tools} />
          </div>
        </div>
      </div>
      {step === 'menu' && ticket.cart.length > 0 && <TicketDock ticket={ticket} onOpen={() => setStep('ticket')} />}
      <DishChoice
        dishToChoose={ticket.dishToChoose}
        allergies={{
          country: place.country,
          ofOrder: till.allergies,
          ofLine: till.lineAllergies[ticket.dishToChoose?.line?.cartKey ?? ''] ?? [],
        }}
        onClose={ticket.closeDish}
        onChosen={ticket.addDish}
      />
      <OpenItemDialog open={openDialog === 'open-item'} onClose={closeDialog} onAdd={ticket.addOpenItem} />
      <DiscountDialog
        open={openDialog === 'discount'}
        cart={ticket.cart}
        onClose={closeDialog}
        onGive={ticket.addDiscount}
      />
      <CashDialog
        open={payment.countsCash}
        price={ticket.price}
        taken={ticket.taken}
        busy={payment.busy}
        onClose={payment.stopCounting}
        onReceived={(changeDue) => void payment.received(changeDue)}
      />
    </>
  );
}

/** The till shows an order from before a reload. */
function RestoredNote({ onClear }: { onClear: () => void }) {
  return (
    <Banner
      className={styles.note ?? ''}
      title={say`Your order from before the page was reloaded`}
      announce="status"
      action={
        <Button look="quiet" size="sm" onClick={onClear}>
          {say`Start over`}
        </Button>
      }
    >
      {say`Continue with it, or start over.`}
    </Banner>
  );
}

interface ColumnProps extends Pick<CounterProps, 'storedTill' | 'place'> {
  counter: CounterState;
}

function MenuColumn({ counter, place, places }: Pick<ColumnProps, 'counter'> & Pick<CounterProps, 'place' | 'places'>) {
  const { ticket, view, setView, searchRef, patch } = counter;
  return (
    <>
      <MenuPanel
        dishes={ticket.dishes}
        categories={ticket.menu.data?.categories ?? []}
        error={ticket.menu.error}
        onTryAgain={() => void ticket.menu.refetch()}
        cart={ticket.cart}
        view={view}
        onView={setView}
        onDish={ticket.choose}
        sellsSoldOut
        searchRef={searchRef}
        placeChoice={
          <PlaceChoice
            place={place}
            places={places}
            onPlace={(locationId) => patch({ locationId, given: [], sellAnyway: [] })}
          />
        }
      />
      <KeyHints />
    </>
  );
}

function DetailsColumn({ counter, storedTill, place }: ColumnProps) {
  const { ticket, payment, phoneRef, typePhone, patch } = counter;
  return (
    <>
      <DetailsPanel
        till={storedTill.till}
        location={place}
        problems={payment.problems}
        delivery={ticket.delivery}
        onAskAgain={ticket.askDeliveryAgain}
        food={ticket.price.subtotal}
        readyTime={ticket.readyTime}
        regular={
          counter.regular && (
            <RegularGuestCard
              guest={counter.regular}
              place={place}
              onSame={counter.repeatLastOrder}
              onTill={counter.change}
            />
          )
        }
        phoneRef={phoneRef}
        onChange={patch}
        onPhone={typePhone}
      />
      <Button
        className={`above-16 ${styles.toTicket}`}
        size="lg"
        block
        spread
        onClick={() => storedTill.setStep('ticket')}
      >
        {say`View order`} <span className="num">{formatMoney(ticket.price.total)}</span>
      </Button>
    </>
  );
}

function TicketColumn({ counter, storedTill, place, tools }: ColumnProps & { tools: CounterTools }) {
  const site = useSite();
  const { ticket, payment, last, setLast, searchRef, setOpenDialog } = counter;
  const { till, setTill, setStep } = storedTill;
  return (
    <TicketPanel
      till={till}
      place={place}
      ticket={ticket}
      payment={payment}
      tipRef={counter.tipsRef}
      takesCards={site.payments.provider !== 'none'}
      link={
        payment.link && (
          <>
            {tools.showLink(payment.link, payment.customer, payment.linkOut)}
            <Button look="ghost" block onClick={payment.linkOut}>
              {say`Start the next order`}
            </Button>
          </>
        )
      }
      linksOut={<OpenLinks storedTill={storedTill} watchLink={tools.watchLink} onResumed={() => setLast(null)} />}
      whenEmpty={
        <LastOrderPanel
          last={last}
          renderPrintButtons={tools.renderPrintButtons}
          renderSentLink={tools.renderSentLink}
          renderPayment={tools.renderPayment}
          onPaid={(order) => setLast({ kind: 'placed', order, tender: null })}
          onUndo={(before) => setTill(() => before)}
          onNext={() => {
            setStep('menu');
            searchRef.current?.focus();
          }}
        />
      }
      notes={<TicketNotes location={place} payment={payment} />}
      onChange={counter.patch}
      onClear={counter.clear}
      onOpenItem={() => setOpenDialog('open-item')}
      onDiscount={() => setOpenDialog('discount')}
      showsMoreTenders={counter.openDialog === 'tenders'}
      onMoreTenders={(isOpen) => setOpenDialog(isOpen ? 'tenders' : null)}
      onStep={setStep}
    />
  );
}

/** On a phone: the button under the menu that opens the ticket. */
function TicketDock({ ticket, onOpen }: { ticket: Ticket; onOpen: () => void }) {
  return (
    <button type="button" className={`row fixed gap-10 round-md weight-600 shadow-3 ${styles.dock}`} onClick={onOpen}>
      <ReceiptText aria-hidden="true" />
      {say`View order`} <span className={`center pill digits ${styles.count}`}>{cartQuantity(ticket.cart)}</span>
      <b className="push-right digits">{formatMoney(ticket.price.total)}</b>
    </button>
  );
}

function PlaceChoice({
  place,
  places,
  onPlace,
}: Pick<CounterProps, 'place' | 'places'> & { onPlace: (locationId: string) => void }) {
  return (
    <Select
      aria-label={say`Location`}
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
  ['/', say`search`],
  ['↵', say`add`],
  ['1 2 3', say`spice`],
  ['.', say`options`],
  ['N', say`note`],
  ['S', say`same as last time`],
  ['P', say`phone`],
  ['T', say`tip`],
  ['⌘↵', say`place order`],
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
