import { useState, type ReactNode } from 'react';
import { addCents, say } from '@tiffin/domain/core';
import { COLLECT_CASH, isCompletedUnpaid } from '@tiffin/domain/order';
import { Button } from '../../ui/button.tsx';
import { ConfirmAllergiesDialog, ConfirmAllergiesButton } from './allergy-check.tsx';
import { CountCash } from '../../shared/payment/count-cash.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { cashToCollect, orderCode, type BoardOrder } from './board-orders.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useLiveOrders } from './live-orders.tsx';
import { OrderDetails } from './order-details.tsx';
import { SoldOutSheet } from './sold-out.tsx';
import type { BoardActions } from './use-steps.ts';

/** Which dialogs are open, each with the id of its order. */
export interface OpenDialogs {
  readonly details?: string | null;
  readonly paying?: string | null;
  readonly cancelling?: string | null;
  readonly confirming?: string | null;
  readonly soldOut?: boolean;
  /** Unpaid orders that are about to leave, and what completes them after staff confirm it. */
  readonly unpaid?: { readonly orders: readonly BoardOrder[]; readonly complete: () => void } | null;
}

interface BoardDialogsProps {
  dialogs: OpenDialogs;
  onChange: (change: OpenDialogs) => void;
  find: (id: string | null | undefined) => BoardOrder | undefined | null;
  onPay: BoardActions['pay'];
  onConfirm: BoardActions['confirm'];
  /** Further actions, shown with the order's details. */
  tools: (order: BoardOrder) => ReactNode;
}

/** The dialogs that the buttons of the board and its tickets open. */
export function BoardDialogs({ dialogs, onChange, find, onPay, onConfirm, tools }: BoardDialogsProps) {
  const { details, paying, cancelling, confirming, unpaid, soldOut } = dialogs;
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
                <ConfirmAllergiesButton
                  order={openOrder}
                  onConfirm={({ id }) => onChange({ confirming: id, details: null })}
                />
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
      {unpaid && <UnpaidDialog unpaid={unpaid} onClose={() => onChange({ unpaid: null })} />}
      {payOrder && (
        <PayDialog
          order={payOrder}
          onClose={() => onChange({ paying: null })}
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

/** Asks for the cash and shows the change before the order counts as paid. Other tenders are only confirmed. */
function PayDialog({ order, onPay, onClose }: { order: BoardOrder; onPay: () => Promise<void>; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const left = centsOf(order.due);
  const cash = cashToCollect(order);
  const total = centsOf(order.pricing.total);
  const title = say`Take ${formatMoney(cash ?? left)}?`;
  const description = [
    say`Order ${orderCode(order)} for ${order.customerInfo.name}. The order is marked as paid.`,
    left < total && say`The rest of ${formatMoney(total)} was paid before.`,
    cash !== null && cash !== left && say`${formatMoney(left)} rounded for cash.`,
  ]
    .filter(Boolean)
    .join(' ');
  if (cash === null) {
    return (
      <ConfirmDialog
        title={title}
        description={description}
        confirmLabel={say`Yes, received`}
        cancelLabel={say`Not yet`}
        onConfirm={onPay}
        onCancel={onClose}
      />
    );
  }
  const receive = async () => {
    setBusy(true);
    await onPay();
  };
  return (
    <Dialog onClose={onClose} title={title} size="lg" dismissable={!isBusy}>
      <CountCash
        locationId={order.location}
        due={cash}
        sums={<p className="soft">{description}</p>}
        busy={isBusy}
        backLabel={say`Not yet`}
        confirmLabel={say`Yes, received`}
        onBack={onClose}
        onReceived={() => void receive()}
      />
    </Dialog>
  );
}

/** Warns once before an order leaves the restaurant unpaid; staff can continue. */
function UnpaidDialog({ unpaid, onClose }: { unpaid: NonNullable<OpenDialogs['unpaid']>; onClose: () => void }) {
  const { orders, complete } = unpaid;
  const [first, ...others] = orders;
  if (!first) return null;
  return (
    <ConfirmDialog
      title={say`${formatMoney(addCents(...orders.map((order) => centsOf(order.pricing.total))))} is still owed`}
      description={
        others.length === 0
          ? say`Order ${orderCode(first)} for ${first.customerInfo.name} is not paid. It can be taken later, from its details.`
          : say`Orders ${orders.map((each) => orderCode(each)).join(', ')} are not paid. It can be taken later, from their details.`
      }
      confirmLabel={say`Complete anyway`}
      cancelLabel={say`Not yet`}
      onConfirm={() => {
        onClose();
        complete();
      }}
      onCancel={onClose}
    />
  );
}
