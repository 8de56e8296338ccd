import { type ReactNode, useState } from 'react';
import { ReceiptText } from 'lucide-react';
import { useCommandKey } from '../../shared/page/command-key.ts';
import { cartQuantity, type TillPayload } from '@tiffin/domain/cart';
import { say, toDollars, ZERO } from '@tiffin/domain/core';
import { api } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { PointsPart } from '../../shared/checkout/points-part.tsx';
import { CodePart } from '../../shared/checkout/code-part.tsx';
import { DiscountForm } from '../../shared/payment/discount-form.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import type { PrintSale } from '../../shared/offline/waiting-sales.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { LastOrderPanel, type PayOrder, type RenderSentLink } from './after-order.tsx';
import { CashDialog } from './cash-dialog.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { DishChoiceDialog } from './dish-choice.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { OpenItemDialog } from './open-item-dialog.tsx';
import styles from './till.module.css';
import { NextDish, sendText, serviceText, type RenderSentDishes, type RenderTabTools } from './round.tsx';
import { AllergySheet } from './seat-allergies.tsx';
import { TableChoice } from './table-choice.tsx';
import { OrderPanel } from './order-panel.tsx';
import { withTillCart, type TillLocation } from './till.ts';
import { useCounter, type CounterState } from './use-counter.ts';
import type { PaymentTools } from './use-payment.ts';
import type { PaymentLink, TakenOrder } from './use-take-order.ts';
import type { TypedOrder } from './use-typed-order.ts';
import type { StoredTill } from './use-till.ts';
import { isStarted } from './stored-order.ts';
import { toast } from '../../ui/toasts.ts';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { SellGiftCard } from './sell-gift-card.tsx';
import { OpenLinks, type RenderOpenLink } from './open-links.tsx';

/** Shows a payment link to display, text and print. Calls `onDone` when the next order may begin. */
export type ShowLink = (link: PaymentLink, customer: TillPayload['customerInfo'], onDone: () => void) => ReactNode;

export type PrintOrder = (order: TakenOrder) => ReactNode;

/** Components the till gets from other parts: payment links and printing. */
export interface CounterTools extends PaymentTools {
  showLink: ShowLink;
  renderSentLink: RenderSentLink;
  watchLink: RenderOpenLink;
  renderPayment: PayOrder;
  renderPrintButtons: PrintOrder;
  renderSalePrintButtons: PrintSale;
  renderTabTools: RenderTabTools;
  renderSentDishes: RenderSentDishes;
  renderDrawer: (locationId: string) => ReactNode;
}

interface CounterProps extends CounterTools {
  storedTill: StoredTill;
  location: TillLocation;
  locations: readonly TillLocation[];
}

/** One order from the first dish to the payment: menu, guest details and the order. */
export function Counter({ storedTill, location, locations, ...tools }: CounterProps) {
  const counter = useCounter(storedTill, location, tools);
  const { typedOrder, payment, openDialog } = counter;
  const { till, step, setStep, setTill } = counter;
  const closeDialog = () => counter.setOpenDialog(null);
  // The button to sell a gift card, which opens the link to it, is there only before an order is started.
  useLinkedPart('create-order', () => toast.info(say`Finish or clear the current order first`), isStarted(till));
  return (
    <>
      <div className={styles.frame}>
        {counter.isRestored && <RestoredNote onClear={counter.clear} />}
        <CartChanges
          className={styles.note}
          changes={typedOrder.priceChanges}
          onRead={() => setTill((before) => withTillCart(before, typedOrder.cart))}
        />
        <div className={`stack grow min-height-0 ${styles.columns}`} data-step={step} data-round={till.tab !== null}>
          <div className={`min-width-0 min-height-0 ${styles.menu}`}>
            {openDialog === 'tables' ? (
              <TableChoice counter={counter} />
            ) : (
              <MenuPanel
                dishes={typedOrder.dishes}
                categories={typedOrder.menu.data?.categories ?? []}
                error={typedOrder.menu.error}
                onTryAgain={() => void typedOrder.menu.refetch()}
                cart={typedOrder.cart}
                view={counter.view}
                onView={counter.setView}
                onDish={typedOrder.choose}
                onHoldDish={till.tab ? typedOrder.chooseOptions : undefined}
                searchRef={counter.searchRef}
                locationChoice={
                  // A table stays at its location.
                  !till.tab && (
                    <Select
                      aria-label={say`Location`}
                      className={styles.location ?? ''}
                      value={location.id}
                      onChange={(event) => counter.patch({ locationId: event.target.value, given: [], sellAnyway: [] })}
                    >
                      <NamedOptions options={locations} />
                    </Select>
                  )
                }
                tabName={till.tab?.name}
                above={till.tab && <NextDish counter={counter} />}
              />
            )}
            <KeyHints isRound={till.tab !== null} />
          </div>
          <div className={`min-width-0 ${styles.details}`}>
            <DetailsPanel counter={counter} />
            <Button className={`above-16 ${styles.toTicket}`} size="lg" block spread onClick={() => setStep('ticket')}>
              {say`View order`} <span className="num">{formatMoney(typedOrder.price.total)}</span>
            </Button>
          </div>
          <div className={`min-width-0 min-height-0 ${styles.ticket}`}>
            <OrderPanel
              counter={counter}
              renderTabTools={tools.renderTabTools}
              renderSentDishes={tools.renderSentDishes}
              besides={
                <>
                  {!till.tab && typedOrder.cart.length === 0 && <SellGiftCard locationId={location.id} />}
                  {tools.renderDrawer(location.id)}
                </>
              }
              link={
                payment.link && (
                  <>
                    {tools.showLink(payment.link, payment.customer, payment.storeLink)}
                    <Button look="ghost" block onClick={payment.storeLink}>
                      {say`Start the next order`}
                    </Button>
                  </>
                )
              }
              linksOut={
                <OpenLinks
                  storedTill={storedTill}
                  watchLink={tools.watchLink}
                  onResumed={() => counter.setLast(null)}
                />
              }
              whenEmpty={<LastOrderPanel counter={counter} {...tools} />}
            />
          </div>
        </div>
      </div>
      {step === 'menu' && openDialog !== 'tables' && <Dock counter={counter} />}
      <DishChoiceDialog
        dishToChoose={typedOrder.dishToChoose}
        allergies={{
          country: location.country,
          ofOrder: typedOrder.statedFor(typedOrder.dishToChoose?.line ? typedOrder.dishToChoose.line.seat : till.seat),
          ofLine: typedOrder.dishToChoose?.line?.allergies ?? [],
        }}
        service={till.tab && serviceText(typedOrder.dishToChoose?.line ?? till)}
        onClose={typedOrder.closeDish}
        onChosen={typedOrder.addDish}
      />
      {openDialog === 'open-item' && <OpenItemDialog onClose={closeDialog} onAdd={typedOrder.addOpenItem} />}
      {openDialog === 'allergies' && <AllergySheet counter={counter} onClose={closeDialog} />}
      {openDialog === 'discount' && <DiscountDialog counter={counter} onClose={closeDialog} />}
      {payment.isCountingCash && (
        <CashDialog
          locationId={location.id}
          price={typedOrder.price}
          charges={typedOrder.charges}
          discounts={typedOrder.discounts}
          offers={typedOrder.offers}
          busy={payment.busy}
          onClose={payment.stopCounting}
          onReceived={(changeDue) => void payment.confirmCash(changeDue)}
        />
      )}
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
      action={<BannerButton label={say`Start over`} onClick={onClear} />}
    >
      {say`Continue with it, or start over.`}
    </Banner>
  );
}

/** On a phone: the buttons under the menu that open the order and send a round. */
function Dock({ counter }: { counter: CounterState }) {
  const { till, typedOrder, payment, setStep } = counter;
  const onOpen = () => setStep('ticket');
  const count = cartQuantity(typedOrder.cart);
  if (till.tab) {
    return (
      <div className={`stack gap-8 fixed round-md surface shadow-3 ${styles.roundDock}`}>
        <NextDish counter={counter} />
        <div className="flex gap-8">
          <Button size="lg" look="line" onClick={onOpen}>
            {till.tab.name}
          </Button>
          {count > 0 && (
            <Button
              size="lg"
              block
              busy={payment.busy}
              disabledReason={payment.whyNot}
              onDisabledPress={onOpen}
              onClick={() => payment.submit()}
            >
              {sendText(counter)}
            </Button>
          )}
        </div>
      </div>
    );
  }
  if (count === 0) return null;
  return (
    <button type="button" className={`row fixed gap-10 round-md weight-600 shadow-3 ${styles.dock}`} onClick={onOpen}>
      <ReceiptText />
      {say`View order`} <span className={`center pill digits ${styles.count}`}>{count}</span>
      <b className="push-right digits">{formatMoney(typedOrder.price.total)}</b>
    </button>
  );
}

const HINTS = [
  ['.', say`options`],
  ['N', say`note`],
  ['1 2 3', say`spice`],
] as const;
/** A round has no guest and no tip. */
const ORDER_HINTS = [
  ['P', say`phone`],
  ['T', say`tip`],
  ['S', say`same as last time`],
] as const;

/** The shortcuts, the most useful first, because only one line is shown. */
function KeyHints({ isRound }: { isRound: boolean }) {
  const hints = [
    ['/', say`search`],
    ['↵', say`add`],
    [useCommandKey('↵'), isRound ? say`send` : say`place order`],
    ...HINTS,
    ...(isRound ? [] : ORDER_HINTS),
  ] as const;
  return (
    <p className={`hint flex-wrap ${styles.keys}`} aria-hidden="true">
      {hints.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

/** A discount before the order is placed. A manager approves it here, before the money is taken. */
function DiscountDialog({ counter, onClose }: { counter: CounterState; onClose: () => void }) {
  const { location, typedOrder, setApproval } = counter;
  const { whyNot } = useBackOffice();
  const [problem, setProblem] = useState<string | null>(null);
  const online = useOnline();
  const approve = useAction(
    async ({ price, discountSum }: ReturnType<TypedOrder['withDiscount']>, { headers }) => {
      const body = { locationId: location.id, subtotal: toDollars(price.subtotal), off: toDollars(discountSum) };
      if (whyNot('order.discount-beyond') !== null) await api('approveDiscount', { body }, { headers });
      return headers;
    },
    {
      onDone(headers, { given, discountSum }) {
        typedOrder.setDiscounts(given);
        if (headers) setApproval({ headers, off: discountSum });
        onClose();
      },
      onFailed: (error) => setProblem(refusalText(error)),
    },
  );
  const lines = typedOrder.cart.map(({ name, quantity }, index) => ({ line: index + 1, name, quantity }));
  return (
    <Dialog onClose={onClose} title={say`Discount on this order`}>
      <div className="stack gap-12">
        {!online && <Banner tone="offline" title={say`Codes, points and discounts need the server.`} />}
        {/* Points can be taken off an order that goes on without the server. */}
        <PointsPart balance={typedOrder.balance} priced={typedOrder} onPoints={typedOrder.spendPoints} />
        <fieldset disabled={!online} className="stack gap-12">
          <CodePart code={typedOrder.code} effect={typedOrder.codeEffect} />
          <DiscountForm
            lines={lines}
            busy={approve.isBusy}
            onGive={(discount) => {
              const discounted = typedOrder.withDiscount(discount);
              if (discounted.off === ZERO) setProblem(say`This takes nothing off the bill.`);
              else void approve.send(discounted);
            }}
            onClose={onClose}
          />
        </fieldset>
        <FieldError error={problem} />
      </div>
    </Dialog>
  );
}
