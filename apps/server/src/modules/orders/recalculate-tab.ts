import { SOURCE_LANGUAGE } from '@tiffin/domain/core';
import type { Price, Taxation } from '@tiffin/domain/pricing';
import { areTaxesCurrent, priceRounds, type BookedRound } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../context.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { inLanguage } from '../../platform/i18n/request-language.ts';
import { taxationAt } from '../locations/location-answer.ts';
import { readLocation } from '../locations/queries.ts';
import { storeCountedTotal } from '../figures/roll-up-orders.ts';
import { adjustmentsOfOrder, orderPartsOf, pricedLinesOfOrder, rewriteParts, taxesOfOrder } from './order-parts.ts';
import { readRounds, roundsOnBill } from './rounds.ts';
import { addUpTab } from './tab-bills.ts';
import { updateOrder } from './update-order.ts';

function bookedRounds(rounds: readonly OrderRow[]): BookedRound[] {
  return roundsOnBill(rounds).map((row) => ({ lines: pricedLinesOfOrder(row), taxes: taxesOfOrder(row) }));
}

/** How a tab is taxed. Null if the tax settings of its location changed since its rounds were booked. */
export async function readTaxationOfTab(
  tx: Tx,
  billId: string,
  before: readonly (readonly OrderRow[])[],
  now: Date,
): Promise<Taxation | null> {
  const bill = await tx
    .selectFrom('bills')
    .select(['location_id', 'opened_at'])
    .where('id', '=', billId)
    .executeTakeFirstOrThrow();
  const location = await readLocation(tx, bill.location_id);
  const taxation = location && taxationAt(location, bill.opened_at ?? now);
  return taxation && before.every((rounds) => areTaxesCurrent(bookedRounds(rounds), taxation)) ? taxation : null;
}

/**
 * Adds up the locked bill of a tab whose rounds changed, and rounds its taxes once, not in each round. `before` are the
 * rounds of the bill, or of the bills that became this one, as they were booked. If the tax settings of the location
 * changed since then, every round keeps its taxes. Returns the rounds whose taxes changed, to be sent.
 */
export async function recalculateTab(
  context: Context,
  tx: Tx,
  billId: string,
  before: readonly (readonly OrderRow[])[],
): Promise<OrderRow[]> {
  const now = context.clock.now();
  const taxation = await readTaxationOfTab(tx, billId, before, now);
  const changed: OrderRow[] = [];
  if (taxation) {
    const rounds = roundsOnBill(await readRounds(tx, billId)).filter(({ status }) => status !== 'cancelled');
    const prices = inLanguage(SOURCE_LANGUAGE, () => priceRounds(rounds.map(pricedLinesOfOrder), taxation));
    for (const [index, row] of rounds.entries()) {
      const price = prices[index];
      if (!price || hasSameTaxes(row, price.taxes)) continue;
      const parts = orderPartsOf(price, adjustmentsOfOrder(row), row.parts?.charges);
      await storeCountedTotal(tx, row.id, row.total_cents);
      const columns = {
        tax_cents: price.tax,
        total_cents: price.total + row.tip_cents,
        tax_rate: price.taxRate,
        tax_label: price.taxLabel,
        has_parts: parts !== null,
      };
      changed.push({ ...(await updateOrder(tx, row, columns, now)), parts });
      await rewriteParts(tx, row, parts);
    }
  }
  await addUpTab(tx, billId);
  const { due } = await tx
    .selectFrom('bills')
    .select((eb) => eb('total_cents', '-', eb.ref('paid_cents')).as('due'))
    .where('id', '=', billId)
    .executeTakeFirstOrThrow();
  return changed.map((row) => ({ ...row, due_cents: due }));
}

function hasSameTaxes(row: OrderRow, taxes: Price['taxes']): boolean {
  const text = (lines: Price['taxes']) => lines.map(({ code, rate, amount }) => `${code} ${rate} ${amount}`).join();
  return text(taxesOfOrder(row)) === text(taxes);
}
