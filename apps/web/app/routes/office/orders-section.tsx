import { isOwedStill, showsPaymentButton } from '@tiffin/domain/order';
import { EVERYWHERE, useLiveOrders } from '../../office/board/live-orders.tsx';
import { OrderBoard } from '../../office/board/order-board.tsx';
import { OrderLink } from '../../office/payments/link-panel.tsx';
import { PrintButtons, PrinterMenu } from '../../office/devices/printing/printer-menu.tsx';
import { SoundMenu, SoundSetupBanner } from '../../office/devices/sounds/sound-menu.tsx';
import { FollowSwitch } from '../../shared/offline/follow-switch.tsx';
import { useState } from 'react';
import type { BoardOrder } from '../../office/board/board-orders.ts';
import { RefundDialog } from '../../office/payments/refund-dialog.tsx';
import { texts } from '../../shared/payment/texts.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Button } from '../../ui/button.tsx';

/** What can be done with a paid order from its details: a manager refunds chosen dishes. */
function OrderTools({ order }: { order: BoardOrder }) {
  const { whyNot } = useBackOffice();
  const { take } = useLiveOrders();
  const [refunding, setRefunding] = useState(false);
  return (
    <>
      <Button look="quiet" disabledReason={whyNot('order.refund')} onClick={() => setRefunding(true)}>
        {texts.refundOpen}
      </Button>
      {refunding && (
        <RefundDialog
          open
          orderId={order.id}
          taxLabel={order.pricing.taxLabel}
          onClose={() => setRefunding(false)}
          onRefunded={(answer) => take(answer.order)}
        />
      )}
    </>
  );
}

/** The board, with how this device rings and prints, and what one does with an order's money. */
export default function OrdersSection() {
  const { place } = useLiveOrders();
  return (
    <OrderBoard
      soundMenu={
        <>
          <SoundMenu kind="orders">{place !== EVERYWHERE && <FollowSwitch what={{ locationId: place }} />}</SoundMenu>
          <PrinterMenu />
        </>
      }
      soundSetup={<SoundSetupBanner ordersOnly />}
      tools={(order) => (
        <>
          <PrintButtons order={order} />
          {order.paymentStatus === 'paid' && <OrderTools order={order} />}
          {order.paymentUrl !== null && (showsPaymentButton(order) || isOwedStill(order)) && (
            <OrderLink orderId={order.orderId} customer={order.customerInfo} />
          )}
        </>
      )}
    />
  );
}
