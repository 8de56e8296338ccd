import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toWireDiscount } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { DiscountForm } from '../../shared/payment/discount-form.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Bill } from './at-reader.tsx';

interface BillDiscountsProps {
  readonly bill: Bill;
  readonly onAdjusted: (answer: Answer<'addDiscount'>) => void;
}

/** The discounts of an unpaid bill, with buttons to add and remove them. */
export function BillDiscounts({ bill, onAdjusted }: BillDiscountsProps) {
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
            {say`Take something off…`}
          </Button>
        )
      )}
    </div>
  );
}

/** Sends the order version the user saw. If someone changed the order first, the server refuses with a message. */
function AddDiscount({
  orderId,
  onAdjusted,
  onClose,
}: {
  readonly orderId: string;
  readonly onAdjusted: BillDiscountsProps['onAdjusted'];
  readonly onClose: () => void;
}) {
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
