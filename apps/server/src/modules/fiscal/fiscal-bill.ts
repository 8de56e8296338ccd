import type { FiscalBill } from '../../adapters/fiscal/fiscal-device.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { capturedPayments, type Ledger } from '../ledger/ledger.ts';
import { taxesOfOrder } from '../orders/order-parts.ts';

/** The bill of an order for the fiscal device, as it is now. It names no guest. */
export function fiscalBillOf(order: OrderRow, ledger: Ledger, currency: string, now: Date): FiscalBill {
  const payments = capturedPayments(ledger);
  const last = payments.at(-1);
  return {
    billId: order.bill_id,
    locationId: order.location_id,
    settledAt: (last?.captured_at ?? last?.created_at ?? now).toISOString(),
    currency,
    lines: order.items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      unitPrice: item.unit_price_cents,
      net: item.net_cents ?? item.unit_price_cents * item.quantity,
      taxClass: item.tax_class,
    })),
    taxes: taxesOfOrder(order).map(({ code, amount }) => ({ code, amount })),
    discount: order.discount_cents,
    charges: order.charges_cents,
    tip: order.tip_cents,
    total: order.total_cents,
    payments: payments.map((each) => ({
      tender: each.tender ?? each.method,
      amount: each.amount_cents,
      tip: each.tip_cents,
    })),
  };
}
