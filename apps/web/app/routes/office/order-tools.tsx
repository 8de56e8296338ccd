import { useState } from 'react';
import type { BoardOrder } from '../../office/board/board-orders.ts';
import { useLiveOrders } from '../../office/board/live-orders.tsx';
import { RefundDialog } from '../../office/payments/refund-dialog.tsx';
import { texts } from '../../shared/payment/texts.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Button } from '../../ui/button.tsx';

/** What can be done with a paid order from its details: a manager refunds chosen dishes. */
export function OrderTools({ order }: { order: BoardOrder }) {
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
