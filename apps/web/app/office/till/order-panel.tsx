import { useEffect, useRef, type ReactNode } from 'react';
import { Armchair, ChevronLeft, ChevronRight, Trash2, TriangleAlert, X } from 'lucide-react';
import { cartQuantity, type CartLine } from '@tiffin/domain/cart';
import { subtractCents, multiplyCents, ZERO, say } from '@tiffin/domain/core';
import { CHARGE_LABELS, chargeName } from '@tiffin/domain/pricing';
import { allergyTexts, lineName, lineTexts, orderTypeLabel } from '@tiffin/domain/order';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { TakeOffCharge } from '../../shared/order/take-off-charge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { SpiceMark } from './dish-choice.tsx';
import {
  AlreadySent,
  LineMarks,
  LineService,
  RoundBill,
  type RenderSentDishes,
  type RenderTabTools,
} from './round.tsx';
import { OrderBill } from './order-bill.tsx';
import { statedText } from './seat-allergies.tsx';
import { nameOnOrder, tillOrderType } from './till.ts';
import type { CounterState } from './use-counter.ts';
import styles from './till.module.css';

const itemsText = (count: number) => (count === 1 ? say`1 item` : say`${count} items`);

const editDetailsText = (type: string, name: string) =>
  name === '' ? say`${type}, add the customer’s name` : `${type}, ${name}`;

interface OrderPanelProps {
  counter: CounterState;
  renderTabTools: RenderTabTools;
  renderSentDishes: RenderSentDishes;
  /** Replaces the button while a payment link is waiting to be paid. */
  link: ReactNode;
  /** Orders with an open payment link. */
  linksOut: ReactNode;
  /** Shown while the order is empty. */
  whenEmpty: ReactNode;
  /** The buttons beside “Other item…”. */
  besides: ReactNode;
}

/** The order that is being typed: its lines, and below them its bill. */
export function OrderPanel(props: OrderPanelProps) {
  const { counter, link, linksOut, whenEmpty, besides, renderTabTools, renderSentDishes } = props;
  const { till, location, typedOrder, clear, step, setStep, setOpenDialog, last } = counter;
  const { cart, touched, allergiesOfTable } = typedOrder;
  const lines = useRef<HTMLDivElement>(null);
  // Scrolls only the list. Scrolling the page would move the menu under the finger.
  useEffect(() => {
    const list = lines.current;
    const line = list?.querySelector<HTMLElement>('[data-touched]');
    if (!touched || !list || !line) return;
    const [listBox, lineBox] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
    if (lineBox.bottom > listBox.bottom) list.scrollTop += lineBox.bottom - listBox.bottom;
    else if (lineBox.top < listBox.top) list.scrollTop -= listBox.top - lineBox.top;
  }, [touched]);
  return (
    <section className="column min-width-0 min-height-0" aria-labelledby="till-order">
      <PhoneBar
        details={
          till.tab
            ? say`Allergies and notes`
            : editDetailsText(orderTypeLabel(tillOrderType(till, location)), nameOnOrder(till, location))
        }
        onMenu={() => setStep('menu')}
        onDetails={() => setStep(step === 'details' ? 'ticket' : 'details')}
      />
      <div className={`row between gap-10 touch-height ${styles.ticketHead}`}>
        <h2 id="till-order">
          {till.tab?.name ?? say`Order`}{' '}
          {!till.tab && <span className={styles.soft}>{itemsText(cartQuantity(cart))}</span>}
        </h2>
        <Button look="ghost" className="push-right" onClick={counter.openTables}>
          <Armchair /> {till.tab ? say`Another table` : say`Table or tab`}
        </Button>
        {cart.length > 0 && (
          <Button look="ghost" onClick={clear}>
            {say`Clear`}
          </Button>
        )}
      </div>
      {(till.allergies.length > 0 || allergiesOfTable.length > 0) && (
        <div className={styles.allergyBand}>
          {allergiesOfTable.length > 0 && <AllergyBand text={allergyTexts(allergiesOfTable)} />}
          {till.allergies.length > 0 && <AllergyBand text={statedText(till.allergies)} />}
        </div>
      )}
      <div ref={lines} className={`grow min-height-0 ${styles.lines}`}>
        {linksOut}
        <div role="status">{cart.length === 0 && (!till.tab || last) && whenEmpty}</div>
        {till.tab && <AlreadySent {...{ counter, renderSentDishes }} target={till.tab} />}
        <ul>
          {cart.map((line) => (
            <OrderLine key={line.cartKey} line={line} counter={counter} />
          ))}
          <DiscountLines typedOrder={typedOrder} />
          <ChargeLines typedOrder={typedOrder} />
        </ul>
        <div className="flex flex-wrap gap-6">
          <Button look="ghost" size="sm" onClick={() => setOpenDialog('open-item')}>
            {say`Other item…`}
          </Button>
          {cart.length > 0 && !till.tab && (
            <Button look="ghost" size="sm" onClick={() => setOpenDialog('discount')}>
              {say`Discount`}
            </Button>
          )}
          {besides}
        </div>
      </div>
      {till.tab ? (
        <RoundBill counter={counter} renderTabTools={renderTabTools} />
      ) : (
        <OrderBill counter={counter} link={link} />
      )}
    </section>
  );
}

/** On a phone: the way back to the menu. On phones and tablets: the way to the guest's details. */
function PhoneBar({ details, onMenu, onDetails }: { details: string; onMenu: () => void; onDetails: () => void }) {
  return (
    <div className={`flex gap-8 below-12 ${styles.phoneBar}`}>
      <IconButton look="plain" label={say`Back to menu`} onClick={onMenu}>
        <ChevronLeft />
      </IconButton>
      <Button look="plain" spread block onClick={onDetails}>
        <span className={`min-width-0 clip ${styles.who}`}>{details}</span>
        <ChevronRight />
      </Button>
    </div>
  );
}

interface OrderLineProps {
  counter: CounterState;
  line: CartLine;
}

/** One row. Pressing it shows its controls; the line that was added last shows them too. */
function OrderLine({ line, counter }: OrderLineProps) {
  const { typedOrder, till } = counter;
  const isTouched = line.cartKey === typedOrder.touched?.cartKey;
  return (
    <li
      className={classNames(styles.line, isTouched && `round-control quiet ${styles.touched}`)}
      data-touched={isTouched ? '' : undefined}
    >
      <button
        type="button"
        className={`grid full-width align-center text-left no-padding ${styles.row}`}
        aria-expanded={isTouched}
        aria-label={`${line.quantity} ${nameOf(line)}`}
        onClick={() => typedOrder.touch(line)}
      >
        <b className="digits">{line.quantity}</b>
        <span className="min-width-0">
          <span className="inline-row flex-wrap gap-6 weight-600 leading-120 break-anywhere">
            {line.name}
            <LineMark line={line} />
          </span>
          {typedOrder.allergyOf(line).map(({ kind, allergies, text }) => (
            <b key={kind} className="row gap-4 text-xs icon-16">
              <TriangleAlert /> {kind === 'contains' ? text : say`Kitchen confirms: ${allergies}`}
            </b>
          ))}
          {lineTexts(line).length > 0 && (
            <span className="block text-xs weight-560 leading-120">{lineTexts(line).join(', ')}</span>
          )}
        </span>
        <span className="row gap-8">
          {till.tab && <LineMarks line={line} />}
          <Money className="weight-600 text-right" cents={multiplyCents(line.price, line.quantity)} />
        </span>
      </button>
      <StockState line={line} counter={counter} />
      {isTouched && <LineControls line={line} counter={counter} />}
    </li>
  );
}

/** Quantity, options, note and removal. Only dishes on the menu have options and a note. */
function LineControls({ line, counter }: OrderLineProps) {
  const { typedOrder, till } = counter;
  const name = nameOf(line);
  return (
    <div className="row flex-wrap gap-6 below-6">
      <Stepper label={name} value={line.quantity} onValue={(quantity) => typedOrder.changeQuantity(line, quantity)} />
      {till.tab && <LineService line={line} name={name} counter={counter} />}
      {!line.open && (
        <>
          <Button look="ghost" size="sm" aria-label={say`Change ${name}`} onClick={() => typedOrder.edit(line)}>
            {say`Options`}
          </Button>
          <Button
            look="ghost"
            size="sm"
            aria-label={say`Note for ${name}`}
            onClick={() => typedOrder.edit(line, { startsAtNote: true })}
          >
            {say`Note`}
          </Button>
        </>
      )}
      <span className="push-right">
        <IconButton label={say`Remove ${name}`} onClick={() => typedOrder.changeQuantity(line, 0)}>
          <Trash2 />
        </IconButton>
      </span>
    </div>
  );
}

function DiscountLines({ typedOrder }: Pick<CounterState, 'typedOrder'>) {
  return (
    <>
      {typedOrder.offers.map(([label, amount]) => (
        <li key={label} className={`row between gap-10 ${styles.line}`}>
          <span className="grow min-width-0">{label}</span>
          <Money className="weight-600 leading-130 text-right" cents={amount} />
        </li>
      ))}
      {typedOrder.discounts.map(({ id, label, off }) => (
        <li key={id} className={`row between gap-10 ${styles.line}`}>
          <span className="grow min-width-0">{label}</span>
          <Money className="weight-600 leading-130 text-right" cents={subtractCents(ZERO, off)} />
          <IconButton label={say`Take back: ${label}`} onClick={() => typedOrder.removeDiscount(id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </>
  );
}

/** The charges that staff may take off. Those that they took off can be put back. */
function ChargeLines({
  typedOrder: { charges, withoutCharges, removableCharges, setChargeReason },
}: Pick<CounterState, 'typedOrder'>) {
  return removableCharges.map((kind) => {
    const charge = charges.find((each) => each.kind === kind);
    if (!charge && !withoutCharges.includes(kind)) return null;
    const name = charge ? chargeName(charge) : CHARGE_LABELS[kind];
    return (
      <li key={kind} className={`row between gap-10 ${styles.line}`}>
        <span className="grow min-width-0">{charge ? name : say`Without this charge: ${name}`}</span>
        {charge && <Money className="weight-600 leading-130 text-right" cents={charge.amount} />}
        {charge ? (
          <TakeOffCharge charge={name} look="ghost" onReason={(reason) => setChargeReason(kind, reason)} />
        ) : (
          <Button look="ghost" size="sm" onClick={() => setChargeReason(kind)}>{say`Put back`}</Button>
        )}
      </li>
    );
  });
}

/** The dish with heat level and options, so that two lines of the same dish can be told apart. */
function nameOf(line: CartLine): string {
  return lineName({ ...line, name: line.spice ? `${line.name}, ${line.spice.name}` : line.name });
}

/** Why the line cannot be sold, or that the stock is too low, with the button to sell it anyway. */
function StockState({ line, counter: { till, typedOrder } }: OrderLineProps) {
  const left = typedOrder.shortages.get(line.cartKey);
  const why = typedOrder.unavailable.get(line.cartKey);
  if (why !== undefined) return <b className="block danger text-xs below-6">{why ?? say`Unavailable`}</b>;
  if (left === undefined) return null;
  const isConfirmed = till.sellAnyway.includes(line.id);
  return (
    <span className="row flex-wrap gap-6 below-6">
      <b className="danger text-xs">{left === 0 ? say`Sold out` : say`Only ${left} left`}</b>
      {isConfirmed ? (
        <span className={styles.soft}>{say`sold anyway`}</span>
      ) : (
        <Button
          look="line"
          size="sm"
          aria-label={say`Sell ${line.name} anyway`}
          onClick={() => typedOrder.sellAnyway(line)}
        >
          {say`Sell anyway`}
        </Button>
      )}
    </span>
  );
}

/** The heat level, or that it is an open item. */
function LineMark({ line }: { line: CartLine }) {
  if (line.spice) return <SpiceMark spice={line.spice} />;
  if (!line.open) return null;
  return (
    <span className={styles.soft}>
      {line.open.isCooked ? say`Not on the menu` : say`Not on the menu, nothing to make`}
    </span>
  );
}
