import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callOutCode } from '@tiffin/domain/order';
import type { Tender } from '@tiffin/domain/payment';
import { discountRows, toWireDiscount } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
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
import { ErrorBanner } from '../../ui/banner.tsx';
import { billKey, readerPollInterval, type Bill } from './at-reader.tsx';
import { BillPayments } from './paid-parts.tsx';
import { NextPaymentForm } from './part-form.tsx';
import styles from './pay-bill.module.css';
import type { RecordedPayment } from './use-next-payment.ts';

type Order = Answer<'addPayment'>['order'];

interface PayBillProps {
  readonly order: Pick<Order, 'orderId' | 'due' | 'status' | 'paymentStatus' | 'pricing' | 'adjustments'>;
  /** Opens at once with this tender; null waits for the button. */
  readonly opensWith?: Tender | null;
  readonly onClose: () => void;
  /** A part was paid; receives the updated order. */
  readonly onPaid: (order: Order) => void;
}

/**
 * The button to pay or view an order's bill. The dialog stays open after the last part, so that the change can be
 * counted.
 */
export function PayBillButton({ order, opensWith = null, onPaid }: Omit<PayBillProps, 'onClose'>) {
  const [paying, setPaying] = useState(opensWith !== null && order.due > 0);
  return (
    <>
      {order.due > 0 && <Button onClick={() => setPaying(true)}>{say`Take a payment`}</Button>}
      {isAllPaid(order) && (
        <Button look="quiet" onClick={() => setPaying(true)}>
          {isFullyDiscounted(order) ? say`See what is on the house` : say`See the bill`}
        </Button>
      )}
      {paying && <PayBill order={order} opensWith={opensWith} onClose={() => setPaying(false)} onPaid={onPaid} />}
    </>
  );
}

/** Nothing is left to pay; payments and discounts can be viewed and undone. */
function isAllPaid({ due, status, paymentStatus }: PayBillProps['order']): boolean {
  return due === 0 && paymentStatus === 'paid' && status !== 'cancelled';
}

/** Discounts cover the whole bill. They can be removed. */
function isFullyDiscounted({ pricing, adjustments }: PayBillProps['order']): boolean {
  return pricing.total === 0 && discountRows({ adjustments }).length > 0;
}

/** Pays a bill in any number of parts, each with its own tender. The rest is always visible. */
function PayBill({ order, opensWith = null, onClose, onPaid }: PayBillProps) {
  const { orderId } = order;
  // Fixed at opening, so that the dialog's title stays the same while the bill is paid.
  const code = callOutCode(orderId);
  const [title] = useState(order.due > 0 ? say`Pay order ${code}` : say`Bill of order ${code}`);
  const { query, storeBill } = useBill(orderId);

  function showTaken(answer: RecordedPayment) {
    storeBill(answer.bill);
    onPaid(answer.order);
  }

  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Loaded query={query} failed={say`The bill could not be loaded`}>
        {({ bill }) => (
          <div className={`stack gap-16 ${styles.both}`}>
            <section className="column gap-12 min-width-0">
              <BillPayments bill={bill} onUndone={showTaken} onRefunded={onPaid} />
              <BillDiscounts bill={bill} onAdjusted={showTaken} />
              <p className={`row between gap-12 round-md ${styles.left}`} role="status">
                <b>{bill.due === 0 ? say`All paid` : say`Still to pay`}</b>
                <b className="digits">{formatMoney(centsOf(bill.due))}</b>
              </p>
            </section>
            {bill.due === 0 ? (
              <div className="column justify-end">
                <Button size="lg" block onClick={onClose}>
                  {say`Done`}
                </Button>
              </div>
            ) : (
              // Remounts after each part, so that the next starts with what is left.
              <NextPaymentForm
                key={centsOf(bill.total) - centsOf(bill.paid) - centsOf(bill.held)}
                bill={bill}
                tender={bill.paid === 0 ? opensWith : null}
                onTaken={showTaken}
              />
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

/** The bill of an order, which another till or the guest online may change at any time. */
function useBill(orderId: string) {
  const client = useQueryClient();
  const queryKey = billKey(orderId);
  const query = useQuery({
    ...apiQuery(queryKey, 'getBill', { query: { billId: orderId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => readerPollInterval(state.data?.bill),
  });
  useLiveEvents(['order.updated', 'reset'], ({ data: event }) => {
    const changed = eventPayload<Order>(event, 'order', 'billId');
    if (!changed || changed.billId === orderId) void client.invalidateQueries({ queryKey });
  });
  return {
    query,
    storeBill: (bill: Bill) => client.setQueryData(queryKey, { success: true as const, bill }),
  };
}

interface BillDiscountsProps {
  readonly bill: Bill;
  readonly onAdjusted: (answer: Answer<'addDiscount'>) => void;
}

/** The discounts of an unpaid bill, with buttons to add and remove them. */
function BillDiscounts({ bill, onAdjusted }: BillDiscountsProps) {
  const { billId: orderId } = bill;
  const [isAdding, setIsAdding] = useState(false);
  const online = useOnline();
  const remove = useAction(
    async (discountId: string, options) => {
      const { order } = await api('getOrderDetails', { query: { orderId } });
      return api('removeDiscount', { body: { orderId, version: order.version, discountId } }, options);
    },
    { onDone: onAdjusted },
  );
  // Older servers do not send this field.
  const discounts = bill.given ?? [];
  const isPaid = bill.paid > 0 && bill.due === 0;
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
      <ErrorBanner title={say`Nothing was changed`} says={remove.error} />
      {isAdding ? (
        <AddDiscount orderId={orderId} onAdjusted={onAdjusted} onClose={() => setIsAdding(false)} />
      ) : (
        bill.due > 0 && (
          <Button
            look="line"
            disabledReason={online ? null : say`Taking something off needs the internet.`}
            onClick={() => setIsAdding(true)}
          >
            {say`Discount`}
          </Button>
        )
      )}
    </div>
  );
}

interface AddDiscountProps {
  readonly orderId: string;
  readonly onAdjusted: BillDiscountsProps['onAdjusted'];
  readonly onClose: () => void;
}

/** Sends the order version the user saw. If someone changed the order first, the server refuses with a message. */
function AddDiscount({ orderId, onAdjusted, onClose }: AddDiscountProps) {
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
          <ErrorBanner title={say`Nothing was changed`} says={add.error} />
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
