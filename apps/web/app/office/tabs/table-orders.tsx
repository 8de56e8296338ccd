import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { callOutCode } from '@tiffin/domain/order';
import { TAB_KEYS, type TableOrder } from '../../shared/tabs/tabs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { PayBill } from '../payments/pay-bill.tsx';

/** Unpaid orders that the counter sold to a table, each with a press to pay it. */
export function TableOrders({ orders }: { orders: readonly TableOrder[] }) {
  const [paying, setPaying] = useState<TableOrder | null>(null);
  const client = useQueryClient();
  return (
    <>
      {orders.length > 0 && (
        <ul className="row flex-wrap gap-8" aria-label={say`Unpaid orders of the counter`}>
          {orders.map((order) => (
            <li key={order.orderId}>
              <Button look="line" onClick={() => setPaying(order)}>
                {say`Table ${order.tableName}, order ${callOutCode(order.orderId)}`}{' '}
                <Money cents={centsOf(order.due)} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {paying && (
        <PayBill
          billId={paying.orderId}
          title={say`Pay order ${callOutCode(paying.orderId)}`}
          onClose={() => {
            setPaying(null);
            for (const queryKey of TAB_KEYS) void client.invalidateQueries({ queryKey });
          }}
          onPaid={() => {}}
        />
      )}
    </>
  );
}
