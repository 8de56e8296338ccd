import type { ReactNode } from 'react';
import { addCents } from '@tiffin/domain/core';
import { COLLECT_CASH, collectedPaymentMethod, isCompletedUnpaid } from '@tiffin/domain/order';
import { isRoundedToCoins } from '@tiffin/domain/payment';
import { cashDue } from '@tiffin/domain/pricing';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney, coin } from '../../ui/format.ts';
import { ConfirmAllergiesDialog, ConfirmButton } from './allergy-check.tsx';
import { codeOf, type BoardOrder } from './board-orders.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useLiveOrders } from './live-orders.tsx';
import { OrderDetails } from './order-details.tsx';
import { SoldOutSheet } from './sold-out.tsx';
import { texts } from './texts.ts';
import type { BoardActions } from './use-steps.ts';

/** The open dialogs of the board: order details, payment, cancellation and the warning before unpaid orders leave. */
export interface OpenDialogs {
  readonly details?: string | null;
  readonly paying?: string | null;
  readonly cancelling?: string | null;
  readonly confirming?: string | null;
  readonly soldOut?: boolean;
  /** Orders about to leave unpaid, and the action to run after confirmation. */
  readonly owing?: { readonly orders: readonly BoardOrder[]; readonly goOn: () => void } | null;
}

export function BoardDialogs({
  dialogs: { details, paying, cancelling, confirming, owing, soldOut },
  onChange,
  find,
  onPay,
  onConfirm,
  tools,
}: {
  dialogs: OpenDialogs;
  onChange: (change: OpenDialogs) => void;
  find: (id: string | null | undefined) => BoardOrder | undefined;
  onPay: BoardActions['pay'];
  onConfirm: BoardActions['confirm'];
  /** Further actions, shown with the order's details. */
  tools: (order: BoardOrder) => ReactNode;
}) {
  const { replaceOrder } = useLiveOrders();
  const openOrder = find(details);
  const payOrder = find(paying);
  const cancelOrder = find(cancelling);
  const orderToConfirm = find(confirming);
  return (
    <>
      {openOrder && (
        <OrderDetails
          order={openOrder}
          tools={
            <>
              {openOrder.awaitsAllergyCheck && (
                <ConfirmButton order={openOrder} onConfirm={({ id }) => onChange({ confirming: id, details: null })} />
              )}
              {isCompletedUnpaid(openOrder) && (
                <Button onClick={() => onChange({ paying: openOrder.id })}>{COLLECT_CASH}</Button>
              )}
              {tools(openOrder)}
            </>
          }
          onClose={() => onChange({ details: null })}
        />
      )}
      {soldOut && <SoldOutSheet onClose={() => onChange({ soldOut: false })} />}
      {owing && (
        <OwingDialog
          orders={owing.orders}
          onGoOn={() => {
            onChange({ owing: null });
            owing.goOn();
          }}
          onCancel={() => onChange({ owing: null })}
        />
      )}
      {payOrder && (
        <PayDialog
          order={payOrder}
          onCancel={() => onChange({ paying: null })}
          onPay={() => onPay(payOrder).then(() => onChange({ paying: null }))}
        />
      )}
      {orderToConfirm && (
        <ConfirmAllergiesDialog
          key={orderToConfirm.id}
          order={orderToConfirm}
          line={null}
          onConfirm={onConfirm}
          onClose={() => onChange({ confirming: null })}
        />
      )}
      {cancelOrder && (
        <CancelDialog
          key={cancelOrder.id}
          order={cancelOrder}
          onClose={() => onChange({ cancelling: null })}
          onDone={(order) => {
            replaceOrder(order);
            onChange({ cancelling: null });
          }}
        />
      )}
    </>
  );
}

/** The cash is counted before the order counts as paid; the amount due is rounded for cash. */
function PayDialog({
  order,
  onPay,
  onCancel,
}: {
  order: BoardOrder;
  onPay: () => Promise<void>;
  onCancel: () => void;
}) {
  const left = centsOf(order.due);
  const { due, rounding } = cashDue(left, coin);
  const total = centsOf(order.pricing.total);
  const { paymentStatus, paymentMethod } = order;
  const { adminCreated } = order.metadata;
  const isCash = isRoundedToCoins(collectedPaymentMethod({ paymentStatus, paymentMethod, adminCreated }));
  return (
    <ConfirmDialog
      open
      title={texts.collectTitle(formatMoney(isCash ? due : left))}
      description={[
        texts.collectText(codeOf(order.orderId), order.customerInfo.name),
        left < total && texts.collectRest(formatMoney(total)),
        isCash && rounding !== 0 && texts.collectRounded(formatMoney(left)),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={texts.collected}
      cancelLabel={texts.notYet}
      onConfirm={onPay}
      onCancel={onCancel}
    />
  );
}

/** Warns once before an order leaves the restaurant unpaid; staff can continue. */
function OwingDialog({
  orders,
  onGoOn,
  onCancel,
}: {
  orders: readonly BoardOrder[];
  onGoOn: () => void;
  onCancel: () => void;
}) {
  const words = texts.owing;
  const [first, ...others] = orders;
  if (!first) return null;
  return (
    <ConfirmDialog
      open
      title={words.title(formatMoney(addCents(...orders.map((order) => centsOf(order.pricing.total)))))}
      description={
        others.length === 0
          ? words.text(codeOf(first.orderId), first.customerInfo.name)
          : words.several(orders.map(({ orderId }) => codeOf(orderId)).join(', '))
      }
      confirmLabel={words.goOn}
      cancelLabel={words.notYet}
      onConfirm={onGoOn}
      onCancel={onCancel}
    />
  );
}
