import type { ReactNode } from 'react';
import { CircleCheck, ReceiptText, Undo2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import type { TillPayload } from '@tiffin/domain/cart';
import { orderCode, orderTypeGoesTo } from '@tiffin/domain/order';
import type { Tender } from '@tiffin/domain/payment';
import { promiseText } from '../../shared/order/promise-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { EmptyState, IconState } from '../../ui/states.tsx';
import type { PrintSale, TicketPrinter } from '../../shared/offline/waiting-sales.tsx';
import { roundText, roundTitle } from './round-sent.ts';
import styles from './till-dialogs.module.css';
import type { CounterState } from './use-counter.ts';
import type { LastOrderOutcome } from './use-payment.ts';
import type { OnAccountOrder, TakenOrder } from './use-take-order.ts';

/** Shows a payment link again that was already sent. */
export type RenderSentLink = (link: OnAccountOrder, customer: TillPayload['customerInfo']) => ReactNode;

/** Renders the payment controls for an order that was placed unpaid. With a tender, its payment opens at once. */
export type PayOrder = (order: TakenOrder, tender: Tender | null, onPaid: (order: TakenOrder) => void) => ReactNode;

interface AfterOrderProps {
  counter: CounterState;
  ticketPrinter: TicketPrinter;
  renderSalePrintButtons: PrintSale;
  renderPrintButtons: (order: TakenOrder) => ReactNode;
  renderSentLink: RenderSentLink;
  renderPayment: PayOrder;
}

/** The outcome of the last order, where the next one will be built. */
export function LastOrderPanel(props: AfterOrderProps) {
  const { last, setTill } = props.counter;
  if (last === null)
    return (
      <EmptyState
        title={say`Nothing in the order yet`}
        text={say`Choose a dish on the menu, or press / and type its name.`}
        level={3}
      />
    );
  if (last.kind === 'cleared') {
    return (
      <EmptyState level={3} title={say`The order was cleared`}>
        <Button look="quiet" onClick={() => setTill(() => last.till)}>
          <Undo2 />
          {say`Undo`}
        </Button>
      </EmptyState>
    );
  }
  if (last.kind === 'paid-in-cash') return <PaidInCash {...props} {...last} />;
  if (last.kind === 'waiting') return <Waiting {...props} {...last} />;
  if (last.kind === 'round') return <RoundSent {...props} {...last} />;
  if (last.kind === 'placed') return <PlacedUnpaid {...props} {...last} />;
  return (
    <Created
      order={last.order}
      text={say`${formatMoney(centsOf(last.pricing.total))} still to be paid by link or at the counter.`}
    >
      <NextOrder counter={props.counter} />
      {last.paymentUrl === null
        ? say`Its payment link follows when the payment provider answers.`
        : props.renderSentLink(last, last.customer)}
      {props.renderPrintButtons(last.order)}
    </Created>
  );
}

type AfterKind<Kind extends LastOrderOutcome['kind']> = AfterOrderProps & Extract<LastOrderOutcome, { kind: Kind }>;

function PaidInCash({ order, change, counter, renderPrintButtons }: AfterKind<'paid-in-cash'>) {
  return (
    <Created
      order={order}
      text={
        <span className={`grid gap-4 ink ${styles.afterChange}`}>
          {say`Change`} <Money cents={change} />
        </span>
      }
    >
      <NextOrder counter={counter} />
      <LinkButton look="ghost" href={order.receiptUrl} target="_blank" rel="noopener">
        <ReceiptText />
        {say`Receipt`}
      </LinkButton>
      {renderPrintButtons(order)}
    </Created>
  );
}

/** An order that waits on this device: the number, and what the guest gets back or owes. */
function Waiting({ sale, change, counter, ticketPrinter, renderSalePrintButtons }: AfterKind<'waiting'>) {
  const { number, receipt } = sale;
  return (
    <IconState
      level={3}
      title={say`Order ${number} waits on this device`}
      icon={<CircleCheck />}
      text={
        <span className={`grid gap-4 ink ${styles.afterChange}`}>
          {change === undefined ? say`To pay` : say`Change`} <Money cents={change ?? centsOf(receipt.order.due)} />
        </span>
      }
    >
      <p>
        {ticketPrinter.hasPrinter()
          ? say`Its kitchen ticket is printed here. It is sent when the server is back.`
          : say`Tell the kitchen: it gets the order when the server is back.`}{' '}
        {change === undefined && say`Then you can take its payment.`}
      </p>
      <NextOrder counter={counter} />
      {renderSalePrintButtons(sale)}
    </IconState>
  );
}

function PlacedUnpaid({ order, tender, counter, renderPayment, renderPrintButtons }: AfterKind<'placed'>) {
  return (
    <Created
      order={order}
      text={
        <span className={`grid gap-4 ink ${styles.afterChange}`}>
          {order.due === 0 ? (
            say`Nothing to pay`
          ) : (
            <>
              {say`To pay`} <Money cents={centsOf(order.due)} />
            </>
          )}
        </span>
      }
    >
      {renderPayment(order, tender, (paid) => counter.setLast({ kind: 'placed', order: paid, tender: null }))}
      <NextOrder counter={counter} />
      {renderPrintButtons(order)}
    </Created>
  );
}

/** What happened to a round; its table's bill is below. */
function RoundSent({ tab, sent, counter }: AfterKind<'round'>) {
  return (
    <Banner tone={sent.queued ? 'offline' : 'ok'} title={roundTitle(tab, sent)}>
      {roundText(sent, counter.tab?.tab)}
    </Banner>
  );
}

function NextOrder({ counter: { setStep, searchRef } }: Pick<AfterOrderProps, 'counter'>) {
  return (
    <Button
      look="quiet"
      onClick={() => {
        setStep('menu');
        searchRef.current?.focus();
      }}
    >
      {say`Start the next order`}
    </Button>
  );
}

/** Shows the code and the ready time, which staff tell the guest. */
function Created({ order, text, children }: { order: TakenOrder; text: ReactNode; children: ReactNode }) {
  const time = promiseText(order);
  return (
    <IconState level={3} title={say`Order ${orderCode(order)} created`} text={text} icon={<CircleCheck />}>
      {time !== null && (
        <p className="text-lg weight-640">
          {orderTypeGoesTo(order.orderType, 'address') ? say`Delivered ${time}` : say`Ready ${time}`}
        </p>
      )}
      {children}
    </IconState>
  );
}
