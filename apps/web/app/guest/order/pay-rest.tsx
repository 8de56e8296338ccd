import { say } from '@tiffin/domain/core';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { partPaid } from './part-paid.ts';
import type { Order } from './use-order.ts';

/** True if a part was paid online and a rest is due, for example after the guest added a portion. */
export function canPayRest(order: Order): boolean {
  const { status, due, paidWith, paymentMethod } = order;
  return status !== 'cancelled' && due > 0 && partPaid(order) > 0 && (paidWith ?? [paymentMethod]).includes('online');
}

/** Leads to the payment page for the rest. */
export function PayRest({ order, token }: { order: Order; token: string | undefined }) {
  const pay = useAction(callOf('payRestOnline'), {
    failed: say`The payment page did not open`,
    onDone: ({ paymentUrl }) => window.location.assign(paymentUrl),
  });
  const rest = formatMoney(centsOf(order.due));
  return (
    <Button size="lg" busy={pay.isBusy} onClick={() => void pay.send({ orderId: order.orderId, token })}>
      {say`Pay ${rest} now`}
    </Button>
  );
}
