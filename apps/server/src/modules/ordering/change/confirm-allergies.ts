import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { checkedContent, isFinalStatus, unconfirmedLines, type AllergyCheck } from '@tiffin/domain/order';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { sendOrderAgain } from '../../orders/apply-status.ts';
import { allergyOrderOf } from '../../orders/order-allergies.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import { updateLines } from '../../orders/update-order.ts';

type Input = ValidatedInput<'confirmAllergies'>['body'];

/** Records who checked the dishes that an allergy affects. A dish that was confirmed before keeps its first name. */
export async function confirmAllergies(context: Context, tx: Tx, by: Author, input: Input) {
  const { orderId } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  if (by.actor.kind !== 'person') {
    throw refuse('permission-denied', say`A person has to confirm this with their own name. An API key cannot.`);
  }
  if (isFinalStatus(locked.status)) throw refuse('failed-precondition', say`Order ${orderId} is ${locked.status}`);
  const now = context.clock.now();
  requireCurrentDishes(context, locked, input);
  const order = allergyOrderOf(locked);
  const dishes = unconfirmedLines(order).filter(({ line }) => input.lines?.includes(line) ?? true);
  if (dishes.length === 0) return { orderId, order: orderAnswer(locked, now, context) };

  const { userId, name, email } = by.actor;
  const decision = input.decision || undefined;
  const checks = new Map(
    dishes.map((dish): [number, AllergyCheck] => {
      const content = checkedContent(order, dish);
      const { line, quantity } = dish;
      return [line, { by: name || email, userId, at: now.toISOString(), content, quantity, decision }];
    }),
  );
  for (const [line, check] of checks) {
    await updateLines(tx, orderId, [line], { allergy_check: JSON.stringify(check) });
  }
  // The audit log names the lines only, because allergies are health data.
  await recordAuditEntry(tx, { at: now, ...by }, 'confirm-allergies', ['order', orderId], {
    locationId: locked.location_id,
    before: {},
    after: { lines: [...checks.keys()], decision },
  });
  const items = locked.items.map((item) => ({ ...item, allergy_check: checks.get(item.line) ?? item.allergy_check }));
  return { orderId, order: await sendOrderAgain(context, tx, { ...locked, items }) };
}

/** Refuses if the order has no such line, or was edited since the person saw it. */
function requireCurrentDishes(context: Context, row: OrderRow, { orderId, lines, version }: Input): void {
  const unknown = lines?.find((line) => !row.items.some((item) => item.line === line));
  const lastEdit = Math.max(0, ...(row.changes ?? []).map((change) => change.version ?? 0));
  if ((version != null && version < lastEdit) || (unknown !== undefined && lastEdit > 0)) {
    throw refuse('conflict', say`This order changed in the meantime. Please check it again.`, {
      order: orderAnswer(row, context.clock.now(), context),
    });
  }
  if (unknown !== undefined) {
    throw refuse('invalid-argument', say`Order ${orderId} has no line ${unknown}`, { field: 'lines' });
  }
}
