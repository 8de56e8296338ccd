import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orderCode } from '@tiffin/domain/order';
import { TENDER_PROPERTIES, tenderLabel, type Tender } from '@tiffin/domain/payment';
import { parseBillId } from '@tiffin/domain/tabs';
import { discountRows, toWireDiscount } from '@tiffin/domain/pricing';
import { addCents, say, toDollars, ZERO } from '@tiffin/domain/core';
import { type Answer, api } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { DiscountForm } from '../../shared/payment/discount-form.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { usePendingChanges, type PendingChange } from '../../shared/offline/pending-changes.ts';
import { nameOfTab, TAB_KEYS, withPaid } from '../../shared/tabs/tabs.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { billKey, readerPollInterval, type Bill } from './at-reader.tsx';
import { BillCharges } from './bill-charges.tsx';
import { BillPayments } from './paid-parts.tsx';
import { NextPaymentForm, type NextPaymentFormProps } from './part-form.tsx';
import { SplitBill } from './split-bill.tsx';
import { AddTabDiscount } from './tab-discount.tsx';
import styles from './pay-bill.module.css';
import type { RecordedPayment } from './use-next-payment.ts';

type Order = Answer<'addPayment'>['order'];

interface PayBillProps {
  readonly order: Pick<
    Order,
    'orderId' | 'offlineNumber' | 'billId' | 'tab' | 'due' | 'status' | 'paymentStatus' | 'pricing' | 'adjustments'
  >;
  /** Opens at once with this tender; null waits for the button. */
  readonly opensWith?: Tender | null;
  readonly onClose: () => void;
  /** A part was paid; receives the updated order. */
  readonly onPaid: (order: Order) => void;
}

/** Pays or shows an order's bill. The dialog stays open after the last part, so that the change can be counted. */
export function PayBillButton({ order, opensWith = null, onPaid }: Omit<PayBillProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(opensWith !== null && order.due > 0);
  return (
    <>
      {order.due > 0 && <Button onClick={() => setIsOpen(true)}>{say`Take a payment`}</Button>}
      {isAllPaid(order) && (
        <Button look="quiet" onClick={() => setIsOpen(true)}>
          {isFullyDiscounted(order) ? say`See what is on the house` : say`See the bill`}
        </Button>
      )}
      {isOpen && (
        <PayBill
          billId={order.billId}
          title={billTitle(order)}
          opensWith={opensWith}
          onClose={() => setIsOpen(false)}
          onPaid={onPaid}
        />
      )}
    </>
  );
}

function billTitle(order: PayBillProps['order']): string {
  const { tab, due } = order;
  if (tab) return say`Pay ${nameOfTab(tab)}`;
  const code = orderCode(order);
  return due > 0 ? say`Pay order ${code}` : say`Bill of order ${code}`;
}

/** Nothing is left to pay; payments and discounts can be viewed and undone. */
function isAllPaid({ due, status, paymentStatus }: PayBillProps['order']): boolean {
  return due === 0 && paymentStatus === 'paid' && status !== 'cancelled';
}

/** Discounts cover the whole bill. They can be removed. */
function isFullyDiscounted({ pricing, adjustments }: PayBillProps['order']): boolean {
  return pricing.total === 0 && discountRows({ adjustments }).length > 0;
}

interface BillDialogProps extends Omit<PayBillProps, 'order'> {
  readonly billId: string;
  readonly title: string;
  /** The bill as far as this device knows it, with what was taken here: shown until the server answers. */
  readonly knownBill?: Bill;
  /** What can be done next to “Done” once nothing is left to pay. */
  readonly whenPaid?: ReactNode;
}

/** Pays a bill in any number of parts, each with its own tender. The rest is always visible. */
export function PayBill({ billId, title, knownBill, whenPaid, opensWith = null, onClose, onPaid }: BillDialogProps) {
  // The title at opening stays the same while the bill is paid.
  const [shownTitle] = useState(title);
  const { query, unsentPayments, storeBill } = useBill(billId, knownBill);
  const [change, setChange] = useState(ZERO);
  const online = useOnline();
  const client = useQueryClient();
  const [chosenPart, setChosenPart] = useState<string | null>(null);
  // The tender of the last payment, because the next guest often pays the same way; cash after a payment link.
  const [tender, setTender] = useState(opensWith);

  function showAnswer(answer: RecordedPayment, paidWith = tender) {
    setTender(paidWith && TENDER_PROPERTIES[paidWith].waits ? null : paidWith);
    storeBill(answer.bill);
    setChosenPart(null);
    setChange(centsOf(answer.change ?? 0));
    if (answer.bill.tab) for (const queryKey of TAB_KEYS) void client.invalidateQueries({ queryKey });
    onPaid(answer.order);
  }

  return (
    <Dialog onClose={onClose} title={shownTitle} size="lg">
      <Loaded
        query={query}
        failed={say`The bill could not be loaded`}
        without={
          !online && (
            <Banner tone="offline" title={say`This bill is not on this device`}>
              {say`It is shown when you are connected again. Until then, no payment can be taken for it here.`}
            </Banner>
          )
        }
      >
        {({ bill }) => {
          const openParts = bill.parts?.filter(({ due }) => due > 0) ?? [];
          const part = openParts.find((each) => each.billId === chosenPart) ?? openParts[0];
          return (
            <div className={`stack gap-16 ${styles.both}`}>
              <section className="column gap-12 min-width-0">
                <BillPayments bill={bill} onUndone={(answer) => showAnswer(answer)} onRefunded={onPaid} />
                {unsentPayments.map(({ id, body }) => (
                  <p key={id} className="row between gap-12">
                    {say`${tenderLabel(body.tender)}, will be sent`}
                    <b className="digits">−{formatMoney(centsOf(body.amount))}</b>
                  </p>
                ))}
                <BillCharges bill={bill} onRemoved={(answer) => showAnswer(answer)} />
                {bill.deposit && bill.due > 0 && (
                  <UseDeposit
                    billId={part?.billId ?? bill.billId}
                    amount={bill.deposit}
                    onUsed={(answer) => showAnswer(answer)}
                  />
                )}
                <BillDiscounts bill={bill} onAdjusted={(answer) => showAnswer(answer)} />
                {bill.tab && bill.due > 0 && (
                  <SplitBill bill={bill} partId={part?.billId ?? null} onPart={setChosenPart} />
                )}
                <p className={`row between gap-12 round-md ${styles.left}`} role="status">
                  <b>{bill.due === 0 ? say`All paid` : say`Still to pay`}</b>
                  <b className="digits">{formatMoney(centsOf(bill.due))}</b>
                </p>
              </section>
              {bill.due === 0 ? (
                <div className="column justify-end gap-12">
                  {change > 0 && (
                    <p className={`row between gap-12 round-md ${styles.change}`}>
                      <b>{say`Change`}</b>
                      <b className="digits">{formatMoney(change)}</b>
                    </p>
                  )}
                  {whenPaid}
                  <Button size="lg" block onClick={onClose}>
                    {say`Done`}
                  </Button>
                </div>
              ) : part ? (
                <PartPayment key={part.billId} bill={bill} part={part} tender={tender} onRecorded={showAnswer} />
              ) : (
                <Payment bill={bill} tender={tender} onRecorded={showAnswer} />
              )}
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

interface UseDepositProps {
  billId: string;
  amount: number;
  onUsed: (answer: Answer<'payWithDeposit'>) => void;
}

/** What the party paid while booking is taken off its bill with one press. */
function UseDeposit({ billId, amount, onUsed }: UseDepositProps) {
  const online = useOnline();
  const { send, isBusy } = useCall('payWithDeposit', {
    failed: say`The deposit was not taken off`,
    onDone: onUsed,
  });
  return (
    <Banner tone="info" title={say`Deposit paid while booking: ${formatMoney(centsOf(amount))}`}>
      <Button
        look="quiet"
        busy={isBusy}
        disabledReason={online ? null : say`You are offline`}
        onClick={() => void send({ billId })}
      >
        {say`Take it off the bill`}
      </Button>
    </Banner>
  );
}

/** The form remounts after each payment, so that the next starts with what is left. */
function Payment({ bill, tender, onRecorded }: NextPaymentFormProps) {
  const key = centsOf(bill.total) - centsOf(bill.paid) - centsOf(bill.held);
  return <NextPaymentForm key={key} bill={bill} tender={tender} onRecorded={onRecorded} />;
}

/** The payment form of one part of a split bill. */
function PartPayment({ bill, part, ...form }: NextPaymentFormProps & { part: Part }) {
  return (
    <section className="stack gap-12 content-start" aria-label={part.label}>
      <p className="row between gap-12">
        <b>{part.label}</b>
        <b className={`digits ${styles.partDue}`}>{formatMoney(centsOf(part.due))}</b>
      </p>
      <Payment bill={billOfPart(bill, part)} {...form} />
    </section>
  );
}

type Part = NonNullable<Bill['parts']>[number];

/** A part as a bill, with the payments for it alone. */
function billOfPart(bill: Bill, { billId, total, paid, due }: Part): Bill {
  const payments = bill.payments.filter(({ part }) => part === billId);
  const held = payments.filter(({ status }) => status === 'pending').map(({ amount }) => centsOf(amount));
  // Percentages of a tip are of this part alone.
  const tipOn = ((bill.tipOn ?? bill.total) * total) / bill.total;
  return { ...bill, billId, part: billId, total, tipOn, paid, due, held: toDollars(addCents(...held)), payments };
}

/** The bill of an order or a tab, which another till or the guest online may change at any time. */
function useBill(billId: string, knownBill: Bill | undefined) {
  const client = useQueryClient();
  const queryKey = billKey(billId);
  // A payment that was refused brought nothing; its owner is asked about it.
  const unsentPayments = usePendingChanges().filter(
    (change): change is UnsentPayment =>
      change.call === 'addPayment' && !change.isStuck && parseBillId(change.body.billId).billId === billId,
  );
  const query = useQuery({
    ...apiQuery(queryKey, 'getBill', { query: { billId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => readerPollInterval(state.data?.bill),
  });
  useLiveEvents(['order.updated', 'reset'], ({ data: event }) => {
    const changed = eventPayload<Order>(event, 'order', 'billId');
    if (!changed || changed.billId === billId) void client.invalidateQueries({ queryKey });
  });
  useQueueDone(() => {
    void client.invalidateQueries({ queryKey });
    return false;
  });
  // The known bill has them already.
  const unsentSum = addCents(...unsentPayments.map(({ body }) => centsOf(body.amount)));
  const known = knownBill && { bill: knownBill };
  return {
    query: { ...query, data: query.data ? { bill: withPaid(query.data.bill, unsentSum) } : known },
    unsentPayments,
    // The answer to the payment of a part is the bill of that part, not the whole one.
    storeBill(bill: Bill) {
      if (bill.part) void client.invalidateQueries({ queryKey });
      else client.setQueryData(queryKey, { success: true as const, bill });
    },
  };
}

type UnsentPayment = Extract<PendingChange, { readonly call: 'addPayment' }>;

/** The discounts of an unpaid bill, with buttons to add and remove them. */
function BillDiscounts({ bill, onAdjusted }: { bill: Bill; onAdjusted: (answer: Answer<'addDiscount'>) => void }) {
  // The bill of one order has the order's id.
  const { billId, tab } = bill;
  const [isAdding, setIsAdding] = useState(false);
  const online = useOnline();
  const remove = useAction(
    async (discountId: string, options) => {
      if (tab) return api('removeDiscount', { body: { billId, discountId } }, options);
      // The bill does not contain the order's version, so that a change by somebody else is noticed.
      const { order } = await api('getOrderDetails', { query: { orderId: billId } });
      return api('removeDiscount', { body: { orderId: billId, version: order.version, discountId } }, options);
    },
    { onDone: onAdjusted },
  );
  // Older servers do not send this field.
  const discounts = bill.given ?? [];
  const isPaid = bill.paid > 0 && bill.due === 0;
  const whyNoDiscount = online ? null : say`Taking something off needs the internet.`;
  const Add = tab ? AddTabDiscount : AddDiscount;
  return (
    <div className="stack gap-10">
      {discounts.map(({ id, label, off, reason, note, by, approvedBy }) => (
        <p key={id} className="row between gap-12">
          <span>
            {label} <span className="digits">−{formatMoney(centsOf(off))}</span>
            <small className="block soft">
              {[reason, note, approvedBy === null ? by : say`${by}, with ${approvedBy}`].filter(Boolean).join(', ')}
            </small>
          </span>
          {!isPaid && (
            <Button
              look="quiet"
              size="sm"
              busy={remove.isBusy}
              aria-label={say`Take back: ${label}`}
              onClick={() => void remove.send(id)}
            >
              {say`Take back`}
            </Button>
          )}
        </p>
      ))}
      <ErrorBanner title={say`Nothing was changed`} error={remove.error} />
      {isAdding ? (
        <Add billId={billId} onAdjusted={onAdjusted} onClose={() => setIsAdding(false)} />
      ) : (
        bill.due > 0 && (
          <>
            <Button look="line" disabledReason={whyNoDiscount} onClick={() => setIsAdding(true)}>
              {say`Discount`}
            </Button>
            {whyNoDiscount && <p className="hint">{whyNoDiscount}</p>}
          </>
        )
      )}
    </div>
  );
}

interface AddDiscountProps {
  readonly billId: string;
  readonly onAdjusted: (answer: Answer<'addDiscount'>) => void;
  readonly onClose: () => void;
}

/** Sends the order version the user saw. If someone changed the order first, the server refuses with a message. */
function AddDiscount({ billId: orderId, onAdjusted, onClose }: AddDiscountProps) {
  const queryKey = ['bill-order', orderId];
  const order = useQuery({ ...apiQuery(queryKey, 'getOrderDetails', { query: { orderId } }), staleTime: 0 });
  const add = useCall('addDiscount', {
    changes: [queryKey],
    onDone(answer) {
      onClose();
      onAdjusted(answer);
    },
  });
  return (
    <Loaded query={order} failed={say`The order could not be loaded`} level={3}>
      {({ order: { version, items } }) => (
        <>
          <ErrorBanner title={say`Nothing was changed`} error={add.error} />
          <DiscountForm
            lines={items}
            busy={add.isBusy}
            onGive={(discount) => void add.send({ orderId, version, ...toWireDiscount(discount) })}
            onClose={onClose}
          />
        </>
      )}
    </Loaded>
  );
}
