import { cents } from '@tiffin/domain/core';
import { refundShare, type ChosenLine } from '@tiffin/domain/payment';
import { refundedLinesOf, type Ledger } from '../../ledger/ledger.ts';
import { pricedLinesOfOrder, taxesOfOrder } from '../../orders/order-parts.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';

/** A quantity of an order line, or of a part of a combo. Lines and parts count from 1. */
export interface RefundLine {
  readonly line: number;
  readonly quantity: number;
  readonly part?: number | undefined;
}

/** The refund for the chosen dishes, less earlier refunds. */
export function refundShareOfItems(order: OrderRow, ledger: Pick<Ledger, 'refunds'>, items: readonly RefundLine[]) {
  const refunds = refundsOfOrder(order, ledger);
  return refundShare(
    { lines: pricedLinesOfOrder(order), taxes: taxesOfOrder(order), tip: cents(order.tip_cents) },
    items.map((item) => chosenLineOf(order, item)),
    refundedLinesOf(refunds).map((item) => chosenLineOf(order, item)),
  );
}

/** The refunds of an order. The lines of the other rounds of its tab have the same numbers. */
export function refundsOfOrder(order: Pick<OrderRow, 'id' | 'tab'>, { refunds }: Pick<Ledger, 'refunds'>) {
  return order.tab ? refunds.filter(({ order_id: orderId }) => orderId === order.id) : refunds;
}

/** Lines are numbered from 1, indexes from 0. An unknown line gets -1, which is refused later. */
function chosenLineOf(order: OrderRow, { line, quantity, part }: RefundLine): ChosenLine {
  return {
    line: order.items.findIndex((item) => item.line === line),
    quantity,
    part: part === undefined ? undefined : part - 1,
  };
}
