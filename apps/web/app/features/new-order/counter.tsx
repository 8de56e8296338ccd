import type { ReactNode } from 'react';
import { ReceiptText } from 'lucide-react';
import { cartQuantity } from '@tiffin/domain/cart';
import { orderNotices } from '@tiffin/domain/errors';
import type { OrderPayload } from '@tiffin/domain/order';
import { formatMoney } from '../../lib/format.ts';
import { useSite } from '../../lib/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AfterOrder, type ShowAgain } from './after-order.tsx';
import { CashDialog } from './cash-dialog.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { KeyHints } from './key-hints.tsx';
import { MenuPanel } from './menu-panel.tsx';
import styles from './new-order.module.css';
import { PlaceChoice } from './place-choice.tsx';
import { SpiceDialog } from './spice-dialog.tsx';
import { texts } from './texts.ts';
import { TicketPanel } from './ticket-panel.tsx';
import type { Place, Till } from './till.ts';
import { useCounter, type OnTaking } from './use-counter.ts';
import type { PaymentLink, TakenOrder } from './use-take-order.ts';

/** How a payment link is shown, texted and printed; `done` when the next order may begin. */
export type ShowLink = (link: PaymentLink, customer: OrderPayload['customerInfo'], done: () => void) => ReactNode;

/** What can be printed of an order that was just taken. */
export type PrintOrder = (order: TakenOrder) => ReactNode;

/** What other parts lend the till: payment links and printing. */
export interface CounterTools {
  showLink: ShowLink;
  showAgain: ShowAgain;
  onTaking: OnTaking;
  printing: PrintOrder;
}

interface CounterProps extends CounterTools {
  till: Till;
  setTill: (change: (till: Till) => Till) => void;
  place: Place;
  places: readonly Place[];
}

export function Counter({ till, setTill, place, places, showLink, showAgain, onTaking, printing }: CounterProps) {
  const site = useSite();
  const {
    online,
    menu,
    dishes,
    typePhone,
    taking,
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
  } = useCounter(till, setTill, place, onTaking);
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
              <AfterOrder
                last={last}
                printing={printing}
                showAgain={showAgain}
                onUndo={(before) => setTill(() => before)}
                onNext={next}
              />
            }
            notes={
              <>
                {!online && <Banner tone="offline" announce="status" title={orderNotices.offline} />}
                {!place.isOpen && <Banner>{texts.closed(place.openText)}</Banner>}
                {inTheWay !== null && (
                  <Banner tone="bad" announce="alert">
                    {inTheWay}
                  </Banner>
                )}
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
