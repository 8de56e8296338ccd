import { useEffect, useRef, type ReactNode, type RefObject, type Ref } from 'react';
import { Banknote, ChevronLeft, ChevronRight, Clock, CreditCard, NotebookPen, Pencil, X } from 'lucide-react';
import { cartQuantity, type CartLine } from '@tiffin/domain/cart';
import { subtractCents, timesCents, ZERO } from '@tiffin/domain/core';
import { lineName, lineTexts, orderTypeLabel } from '@tiffin/domain/order';
import { CHARGE_LABELS, type Price, TILL_TIP_PRESETS, tipOf, taxLineText } from '@tiffin/domain/pricing';
import { giveTexts } from '../../shared/payment/discount-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { SpiceMark } from './dish-choice.tsx';
import { texts } from './texts.ts';
import { typeOf, type Place, type Till, type TipPick } from './till.ts';
import type { Payment } from './use-payment.ts';
import type { Ticket } from './use-ticket.ts';
import { formatMoney } from '../../ui/format.ts';
import { Field } from '../../ui/field.tsx';
import { DollarInput } from '../../ui/inputs.tsx';
import { OrderTotal } from './order-total.tsx';
import styles from './till.module.css';
import { formatPercent } from '../../ui/figures.tsx';

export interface TicketPanelProps {
  till: Till;
  place: Place;
  ticket: Ticket;
  payment: Payment;
  tipRef: RefObject<HTMLFieldSetElement | null>;
  /** Orders with an open payment link. */
  linksOut: ReactNode;
  /** Shown while the order is empty. */
  whenEmpty: ReactNode;
  /** Problems and errors, above the button. */
  notes: ReactNode;
  /** Replaces the button while a payment link is waiting to be paid. */
  link: ReactNode;
  /** Whether card payments are available. */
  takesCards: boolean;
  onChange: (patch: Partial<Till>) => void;
  onClear: () => void;
  /** Adds an open item. */
  onOpenItem: () => void;
  /** Gives a discount. */
  onGive: () => void;
  onStep: (step: 'menu' | 'details') => void;
}

export function TicketPanel(props: TicketPanelProps) {
  const { till, place, ticket, payment, tipRef, onChange, onClear, onStep } = props;
  const { cart, price, touched } = ticket;
  const [where, whenPaid] = texts.later[typeOf(till, place)];
  const lines = useRef<HTMLDivElement>(null);
  // Scrolls only the list. Scrolling the page would move the menu under the finger.
  useEffect(() => {
    const list = lines.current;
    const line = list?.querySelector<HTMLElement>('[data-touched]');
    if (!touched || !list || !line) return;
    const [outer, inner] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
    else if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  }, [touched]);
  return (
    <section className="column min-width-0 min-height-0" aria-labelledby="till-order">
      <div className={`flex gap-8 below-12 ${styles.phoneBar}`}>
        <IconButton look="plain" label={texts.backToMenu} onClick={() => onStep('menu')}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <Button look="plain" spread block onClick={() => onStep('details')}>
          <span className={`min-width-0 clip ${styles.who}`}>
            {texts.editDetails(orderTypeLabel(typeOf(till, place)), till.name.trim())}
          </span>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <div className={`row between gap-10 touch-height ${styles.ticketHead}`}>
        <h2 id="till-order">
          {texts.order} <span className={styles.soft}>{texts.items(cartQuantity(cart))}</span>
        </h2>
        {cart.length > 0 && (
          <Button look="ghost" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </div>
      <div ref={lines} className={`grow min-height-0 ${styles.lines}`}>
        {props.linksOut}
        <div role="status">{cart.length === 0 && props.whenEmpty}</div>
        <ul>
          {cart.map((line) => (
            <li
              key={line.cartKey}
              className={`grid column-and-end align-center ${styles.line}`}
              {...(line.cartKey === touched?.cartKey && { 'data-touched': '' })}
            >
              <LineName line={line} onEdit={ticket.edit} />
              <Money className="weight-600 leading-130 text-right" cents={timesCents(line.price, line.quantity)} />
              <span className="stack gap-2">
                <LineState line={line} till={till} ticket={ticket} />
                {lineTexts(line).map((text, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two may be called alike, each of another group
                  <span key={at} className="text-xs weight-560">
                    {text}
                  </span>
                ))}
              </span>
              <Stepper
                label={nameOf(line)}
                value={line.quantity}
                onValue={(quantity) => ticket.count(line, quantity)}
              />
            </li>
          ))}
          {ticket.taken.map(({ id, label, off }) => (
            <li key={id} className={`row between gap-10 ${styles.line}`}>
              <span className="grow min-width-0">{label}</span>
              <Money className="weight-600 leading-130 text-right" cents={subtractCents(ZERO, off)} />
              <IconButton label={giveTexts.takeBackOf(label)} onClick={() => ticket.takeBack(id)}>
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-6">
          <Button look="ghost" size="sm" onClick={props.onOpenItem}>
            {texts.openItem.open}
          </Button>
          {cart.length > 0 && (
            <Button look="ghost" size="sm" onClick={props.onGive}>
              {giveTexts.open}
            </Button>
          )}
        </div>
      </div>
      <div className={`stack gap-8 ${styles.bill}`}>
        {place.asksTips !== false && (
          <TipPicker
            ref={tipRef}
            tip={till.tip}
            price={price}
            base={place.tipBase}
            onPick={(tip) => onChange({ tip })}
          />
        )}
        <Breakdown price={price} />
        {payment.isFree && <p className="hint">{texts.free}</p>}
        {!payment.isFree && (
          <Segmented
            legend={texts.payment}
            value={till.payment}
            onValue={(method) => onChange({ payment: method })}
            options={[
              { value: 'cash', label: <Method icon={<Banknote aria-hidden="true" />} name={texts.cash} /> },
              {
                value: 'card',
                disabled: !props.takesCards,
                label: <Method icon={<CreditCard aria-hidden="true" />} name={texts.card} />,
              },
              {
                value: 'account',
                disabled: !props.takesCards,
                label: <Method icon={<NotebookPen aria-hidden="true" />} name={texts.account} />,
              },
              { value: 'later', label: <Method icon={<Clock aria-hidden="true" />} name={where} /> },
            ]}
          />
        )}
        {!payment.isFree && till.payment === 'account' && <p className="hint">{texts.accountHint}</p>}
        {!payment.isFree && till.payment === 'later' && <p className="hint">{texts.laterHint(whenPaid)}</p>}
        {props.notes}
        {props.link ?? (
          <Button size="lg" block busy={payment.busy} disabledReason={payment.whyNot} onClick={payment.submit}>
            {payment.isFree
              ? texts.createFree
              : till.payment === 'later'
                ? texts.createLater(where)
                : texts.create[till.payment]}
            <kbd aria-hidden="true">⌘↵</kbd>
          </Button>
        )}
        {payment.whyNot && cart.length > 0 && <p className="hint text-center">{payment.whyNot}</p>}
      </div>
    </section>
  );
}

function Method({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span className="grid items-center gap-2 text-xs nowrap icon-18">
      {icon}
      {name}
    </span>
  );
}

/** The dish with heat level and options, so that two lines of the same dish can be told apart. */
function nameOf(line: CartLine): string {
  return lineName({ ...line, name: line.spice ? `${line.name}, ${line.spice.name}` : line.name });
}

/** Lines of dishes on the menu can be edited: heat level, options and note. */
function LineName({ line, onEdit }: { line: CartLine; onEdit: (line: CartLine) => void }) {
  if (line.open) return <span className="weight-600 leading-130">{line.name}</span>;
  return (
    <button
      type="button"
      className="row gap-6 touch-height no-padding weight-600 leading-130 text-left icon-16"
      aria-label={texts.changeLine(nameOf(line))}
      onClick={() => onEdit(line)}
    >
      <span className="min-width-0 break-anywhere">{line.name}</span>
      <Pencil aria-hidden="true" className="soft" />
    </button>
  );
}

/** A stock warning with the button to sell it anyway; otherwise the heat level. */
function LineState({ line, till, ticket }: { line: CartLine } & Pick<TicketPanelProps, 'till' | 'ticket'>) {
  const left = ticket.short.get(line.cartKey);
  const why = ticket.gone.get(line.cartKey);
  if (why !== undefined) return <b className="danger text-xs">{why}</b>;
  if (left === undefined) return (line.spice || !line.options) && <Heat line={line} />;
  const isReported = till.sellAnyway.includes(line.id);
  return (
    <span className="row flex-wrap gap-6">
      <b className="danger text-xs">{texts.left(left)}</b>
      {isReported ? (
        <span className={styles.soft}>{texts.soldAnyway}</span>
      ) : (
        <Button
          look="line"
          size="sm"
          aria-label={texts.sellAnywayOf(line.name)}
          onClick={() => ticket.sellAnyway(line)}
        >
          {texts.sellAnyway}
        </Button>
      )}
    </span>
  );
}

/** The heat level, or that it is an open item. */
function Heat({ line }: { line: CartLine }) {
  if (line.spice) return <SpiceMark spice={line.spice} />;
  const { cooked, asIs } = texts.openItem.line;
  return <span className={styles.soft}>{line.open ? (line.open.isCooked ? cooked : asIs) : texts.noSpice}</span>;
}

function Breakdown({ price }: { price: Price }) {
  return (
    <dl className={`grid soft ${styles.sums}`} aria-label={texts.breakdown}>
      <OrderTotal name={texts.subtotal} cents={price.subtotal} />
      {price.discount > 0 && <OrderTotal name={texts.takenOff} cents={subtractCents(ZERO, price.discount)} />}
      {price.charges > 0 && <OrderTotal name={CHARGE_LABELS.delivery} cents={price.charges} />}
      {price.taxes.map((tax) => (
        <OrderTotal key={tax.code + tax.rate} name={taxLineText(tax)} cents={tax.amount} />
      ))}
      <OrderTotal name={texts.tip} cents={price.tip} />
      <OrderTotal name={texts.total} cents={price.total} isDue />
    </dl>
  );
}

interface TipPickerProps {
  tip: TipPick;
  price: Price;
  base: Place['tipBase'];
  onPick: (tip: TipPick) => void;
  ref: Ref<HTMLFieldSetElement>;
}

/** No tip, a percentage of the location's tip base, or an amount. */
function TipPicker({ tip, price, base, onPick, ref }: TipPickerProps) {
  return (
    <fieldset ref={ref}>
      <legend className="weight-640 below-6">
        {texts.tip} <span className={styles.soft}>{texts.tipOn[base]}</span>
      </legend>
      <div className={`grid gap-4 below-8 ${styles.row}`}>
        <label className={styles.tip}>
          <input
            type="radio"
            className="unseen"
            name="till-tip"
            checked={tip.kind === 'none'}
            onChange={() => onPick({ kind: 'none' })}
          />
          {texts.noTip}
        </label>
        {TILL_TIP_PRESETS.map((percent) => (
          <label key={percent} className={styles.tip}>
            <input
              type="radio"
              className="unseen"
              name="till-tip"
              checked={tip.kind === 'percent' && tip.percent === percent}
              onChange={() => onPick({ kind: 'percent', percent })}
            />
            {formatPercent(percent / 100)}
            <small className="soft">{formatMoney(tipOf({ kind: 'percent', percent }, price.tipOn))}</small>
          </label>
        ))}
        <label className={styles.tip}>
          <input
            type="radio"
            className="unseen"
            name="till-tip"
            checked={tip.kind === 'other'}
            onChange={() => onPick({ kind: 'other', dollars: '' })}
          />
          {texts.otherTip}
        </label>
      </div>
      {tip.kind === 'other' && (
        <Field label={texts.customTip}>
          <DollarInput value={tip.dollars} onValue={(dollars) => onPick({ kind: 'other', dollars })} />
        </Field>
      )}
    </fieldset>
  );
}
