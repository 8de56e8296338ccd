import { useState } from 'react';
import { ReceiptText, UserX } from 'lucide-react';
import { isCompletedUnpaid, isFinalStatus, showsPaymentButton } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import type { BoardOrder } from '../../office/board/board-orders.ts';
import { PrintButtons } from '../../office/hardware/printing/printer-menu.tsx';
import { TextGuest } from '../../office/messages/text-guest.tsx';
import { OrderLink } from '../../office/payments/link-panel.tsx';
import { VoidRoundButton } from '../../office/tabs/void-dialog.tsx';
import { ChangeOrderButton } from '../../office/till/change-order.tsx';
import { PayBillButton } from '../../office/payments/pay-bill.tsx';
import { officePaths } from '../../office-paths.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { RefundDialog } from '../../office/payments/refund-dialog.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';

interface OrderToolsProps {
  order: BoardOrder;
  onOrderChange: (order: BoardOrder) => void;
}

/** The actions for an order on the board and on its own page. */
export function OrderTools({ order, onOrderChange }: OrderToolsProps) {
  const { me } = useBackOffice();
  return (
    <>
      <LinkButton look="quiet" href={order.receiptUrl} target="_blank" rel="noopener">
        <ReceiptText /> {say`Receipt`}
      </LinkButton>
      <PrintButtons order={order} />
      <PayBillButton order={order} onPaid={onOrderChange} />
      <ChangeOrderButton order={order} onChanged={onOrderChange} />
      <VoidRoundButton round={order} onVoided={onOrderChange} />
      {order.paymentStatus === 'paid' && <Refund order={order} onOrderChange={onOrderChange} />}
      {(order.paymentUrl === null ? isLinkOver(order) : showsPaymentButton(order) || isCompletedUnpaid(order)) && (
        <OrderLink orderId={order.orderId} customer={order.customerInfo} />
      )}
      <TextGuest order={order} />
      {me.role === 'admin' && isFinalStatus(order.status) && (
        <LinkButton look="ghost" href={officePaths.forgetPerson(order.orderId)}>
          <UserX /> {say`Forget this guest…`}
        </LinkButton>
      )}
    </>
  );
}

/** The payment page was closed when the total changed; a new link covers what is due now. */
function isLinkOver({ sessionId, due, paymentMethod, status }: BoardOrder): boolean {
  return sessionId !== null && (due ?? 0) > 0 && paymentMethod === 'online' && status !== 'cancelled';
}

/** Refunds chosen dishes of a paid order; needs a manager or a manager's PIN. */
function Refund({ order, onOrderChange }: OrderToolsProps) {
  const [refunding, setRefunding] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setRefunding(true)}>
        {say`Refund items…`}
      </Button>
      {refunding && (
        <RefundDialog
          orderId={order.id}
          onClose={() => setRefunding(false)}
          onRefunded={(answer) => onOrderChange(answer.order)}
        />
      )}
    </>
  );
}
