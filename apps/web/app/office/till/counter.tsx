import type { ReactNode } from 'react';
import { ReceiptText } from 'lucide-react';
import { cartQuantity } from '@tiffin/domain/cart';
import { orderNotices } from '@tiffin/domain/errors';
import type { OrderPayload } from '@tiffin/domain/order';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AfterOrder, type ShowAgain } from './after-order.tsx';
import { CashDialog } from './cash-dialog.tsx';
import { EarlierNote } from './earlier-note.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { KeyHints } from './key-hints.tsx';
import { MenuPanel } from './menu-panel.tsx';
import styles from './new-order.module.css';
import { PlaceChoice } from './place-choice.tsx';
import { SpiceDialog } from './spice-dialog.tsx';
import { texts } from './texts.ts';
import { TicketPanel } from './ticket-panel.tsx';
import type { Place } from './till.ts';
import { useCounter, type OnTaking } from './use-counter.ts';
import type { PaymentLink, TakenOrder } from './use-take-order.ts';
import type { BegunTill } from './use-till.ts';

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
  begun: BegunTill;
  place: Place;
  places: readonly Place[];
}

export function Counter({ begun, place, places, showLink, showAgain, onTaking, printing }: CounterProps) {
  const site = useSite();
  const { till, setTill } = begun;
  const counter = useCounter(begun, place, onTaking);
  return (
    <>
      <div className={styles.frame}>
        {counter.isFromBefore && (
          <Banner
            className={styles.note ?? ''}
            title={texts.kept}
            announce="status"
            action={
              <Button look="quiet" size="sm" onClick={counter.clear}>
                {texts.startAnew}
              </Button>
            }
          >
            {texts.keptText}
          </Banner>
        )}
        <CartChanges className={styles.note} changes={counter.dearer} onRead={counter.readPrices} />
        <div className={styles.columns} data-step={counter.step}>
          <div className={styles.menu}>
            <MenuPanel
              dishes={counter.dishes}
              categories={counter.menu.data?.categories ?? []}
              error={counter.menu.error}
              onTryAgain={() => void counter.menu.refetch()}
              cart={counter.cart}
              onDish={counter.choose}
              searchRef={counter.search}
              placeChoice={
                <PlaceChoice place={place} places={places} onPlace={(locationId) => counter.change({ locationId })} />
              }
            />
            <KeyHints />
          </div>
          <div className={styles.details}>
            <DetailsPanel
              till={till}
              place={place}
              problems={counter.problems}
              phoneRef={counter.phone}
              onChange={counter.change}
              onPhone={counter.typePhone}
            />
            <Button className={styles.toTicket ?? ''} size="lg" block spread onClick={() => counter.setStep('ticket')}>
              {texts.viewOrder} <span className="num">{formatMoney(counter.price.total)}</span>
            </Button>
          </div>
          <div className={styles.ticket}>
            <TicketPanel
              till={till}
              place={place}
              cart={counter.cart}
              gone={counter.gone}
              price={counter.price}
              tipRef={counter.tips}
              takesCards={site.payments.provider !== 'none'}
              link={
                counter.link && (
                  <>
                    {showLink(counter.link, counter.payload.customerInfo, counter.linkOut)}
                    <Button look="ghost" block onClick={counter.linkOut}>
                      {texts.nextOrder}
                    </Button>
                  </>
                )
              }
              busy={counter.taking.busy}
              whyNot={counter.whyNot}
              whenEmpty={
                <AfterOrder
                  last={counter.last}
                  printing={printing}
                  showAgain={showAgain}
                  onUndo={(before) => setTill(() => before)}
                  onNext={counter.next}
                />
              }
              notes={
                <>
                  {!counter.online && <Banner tone="offline" announce="status" title={orderNotices.offline} />}
                  {!place.isOpen && <Banner>{texts.closed(place.openText)}</Banner>}
                  {counter.mayHaveArrived && (
                    <Banner tone="warn" title={texts.sentBefore[counter.mayHaveArrived]}>
                      {texts.sentBeforeText}
                    </Banner>
                  )}
                  {counter.taking.earlier && <EarlierNote {...counter.taking.earlier} />}
                  {counter.inTheWay !== null && (
                    <Banner tone="bad" announce="alert">
                      {counter.inTheWay}
                    </Banner>
                  )}
                  {counter.taking.refused && (
                    <Banner tone="bad" announce="alert" title={counter.taking.refused.title}>
                      {counter.taking.refused.text}
                    </Banner>
                  )}
                </>
              }
              onChange={counter.change}
              onQuantity={counter.count}
              onClear={counter.clear}
              onSubmit={counter.submit}
              onStep={counter.setStep}
            />
          </div>
        </div>
      </div>
      {counter.step === 'menu' && counter.cart.length > 0 && (
        <button type="button" className={styles.dock} onClick={() => counter.setStep('ticket')}>
          <ReceiptText aria-hidden="true" />
          {texts.viewOrder} <span className={styles.count}>{cartQuantity(counter.cart)}</span>
          <b>{formatMoney(counter.price.total)}</b>
        </button>
      )}
      <SpiceDialog dish={counter.asked} onClose={() => counter.setAsked(null)} onAdd={counter.add} />
      <CashDialog
        open={counter.confirming && till.payment === 'cash'}
        price={counter.price}
        busy={counter.taking.busy}
        onClose={() => counter.setConfirming(false)}
        onReceived={(changeDue) => void counter.received(changeDue)}
      />
    </>
  );
}
