import { useEffect, useRef, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight, Pencil, TriangleAlert, X } from 'lucide-react';
import { cartQuantity, type CartLine } from '@tiffin/domain/cart';
import { subtractCents, multiplyCents, ZERO } from '@tiffin/domain/core';
import { allergyTexts, lineName, lineTexts, orderTypeLabel } from '@tiffin/domain/order';
import { AllergyBand } from '../../shared/order/allergy-band.tsx';
import { giveTexts } from '../../shared/payment/discount-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { SpiceMark } from './dish-choice.tsx';
import { texts } from './texts.ts';
import { TicketBill, type TicketBillProps } from './ticket-bill.tsx';
import { tillOrderType } from './till.ts';
import styles from './till.module.css';

export interface TicketPanelProps extends TicketBillProps {
  /** Orders with an open payment link. */
  linksOut: ReactNode;
  /** Shown while the order is empty. */
  whenEmpty: ReactNode;
  onClear: () => void;
  onOpenItem: () => void;
  onDiscount: () => void;
  onStep: (step: 'menu' | 'details') => void;
}

export function TicketPanel(props: TicketPanelProps) {
  const { till, place, ticket, onStep } = props;
  const { cart, touched } = ticket;
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
      <PhoneBar
        details={texts.editDetails(orderTypeLabel(tillOrderType(till, place)), till.name.trim())}
        onStep={onStep}
      />
      <div className={`row between gap-10 touch-height ${styles.ticketHead}`}>
        <h2 id="till-order">
          {texts.order} <span className={styles.soft}>{texts.items(cartQuantity(cart))}</span>
        </h2>
        {cart.length > 0 && (
          <Button look="ghost" onClick={props.onClear}>
            {texts.clear}
          </Button>
        )}
      </div>
      {till.allergies.length > 0 && (
        <div className={styles.allergyBand}>
          <AllergyBand text={texts.allergyWhole(allergyTexts(till.allergies))} />
        </div>
      )}
      <div ref={lines} className={`grow min-height-0 ${styles.lines}`}>
        {props.linksOut}
        <div role="status">{cart.length === 0 && props.whenEmpty}</div>
        <ul>
          {cart.map((line) => (
            <TicketLine key={line.cartKey} line={line} till={till} ticket={ticket} />
          ))}
          <DiscountLines ticket={ticket} />
        </ul>
        <div className="flex flex-wrap gap-6">
          <Button look="ghost" size="sm" onClick={props.onOpenItem}>
            {texts.openItem.open}
          </Button>
          {cart.length > 0 && (
            <Button look="ghost" size="sm" onClick={props.onDiscount}>
              {giveTexts.open}
            </Button>
          )}
        </div>
      </div>
      <TicketBill {...props} />
    </section>
  );
}

/** On a phone: the way back to the menu and to the guest's details. */
function PhoneBar({ details, onStep }: { details: string } & Pick<TicketPanelProps, 'onStep'>) {
  return (
    <div className={`flex gap-8 below-12 ${styles.phoneBar}`}>
      <IconButton look="plain" label={texts.backToMenu} onClick={() => onStep('menu')}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <Button look="plain" spread block onClick={() => onStep('details')}>
        <span className={`min-width-0 clip ${styles.who}`}>{details}</span>
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

interface TicketLineProps extends Pick<TicketPanelProps, 'till' | 'ticket'> {
  line: CartLine;
}

function TicketLine({ line, till, ticket }: TicketLineProps) {
  return (
    <li
      className={`grid column-and-end align-center ${styles.line}`}
      {...(line.cartKey === ticket.touched?.cartKey && { 'data-touched': '' })}
    >
      <LineName line={line} onEdit={ticket.edit} />
      <Money className="weight-600 leading-130 text-right" cents={multiplyCents(line.price, line.quantity)} />
      <span className="stack gap-2">
        <LineState line={line} till={till} ticket={ticket} />
        <LineAllergy text={ticket.allergyOf(line)} />
        {lineTexts(line).map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be called alike, each of another group
          <span key={at} className="text-xs weight-560">
            {text}
          </span>
        ))}
      </span>
      <Stepper label={nameOf(line)} value={line.quantity} onValue={(quantity) => ticket.count(line, quantity)} />
    </li>
  );
}

/** What the kitchen confirms for this line. */
function LineAllergy({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <b className="inline-row gap-4 text-xs icon-16">
      <TriangleAlert aria-hidden="true" /> {texts.allergyConfirms(text)}
    </b>
  );
}

function DiscountLines({ ticket }: Pick<TicketPanelProps, 'ticket'>) {
  return ticket.taken.map(({ id, label, off }) => (
    <li key={id} className={`row between gap-10 ${styles.line}`}>
      <span className="grow min-width-0">{label}</span>
      <Money className="weight-600 leading-130 text-right" cents={subtractCents(ZERO, off)} />
      <IconButton label={giveTexts.takeBackOf(label)} onClick={() => ticket.removeDiscount(id)}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  ));
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
function LineState({ line, till, ticket }: TicketLineProps) {
  const left = ticket.short.get(line.cartKey);
  const why = ticket.unavailable.get(line.cartKey);
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
