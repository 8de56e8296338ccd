import type { Receipt } from '@tiffin/domain/receipt';
import { newRoll } from './roll.ts';

/** The guest's receipt; with `opensDrawer` the cash drawer opens first, while the paper is still coming. */
export function receiptRoll(receipt: Receipt, { opensDrawer }: { opensDrawer: boolean }): Uint8Array<ArrayBuffer> {
  const roll = newRoll();
  if (opensDrawer) roll.openDrawer();
  roll.line(receipt.business, { size: 'big', bold: true, centred: true });
  for (const line of receipt.location) roll.line(line, { centred: true });
  roll.rule();
  for (const { name, value } of receipt.facts) roll.row(name, value);
  roll.rule();
  for (const { quantity, name, heat, amount } of receipt.items) {
    const before = `${quantity} x `;
    roll.row(before + name, amount, { hang: before.length });
    if (heat !== null) roll.line(heat, { indent: before.length });
  }
  roll.rule();
  for (const { name, value, weight } of receipt.sums) {
    roll.row(name, value, weight === 'plain' ? {} : { size: 'tall', bold: true });
  }
  roll.rule();
  roll.line(receipt.state, { size: 'big', bold: true, centred: true });
  if (receipt.paidAt !== null) roll.line(receipt.paidAt, { centred: true });
  roll.rule();
  for (const line of receipt.thanks) roll.line(line, { centred: true });
  if (receipt.hst !== null) roll.line(receipt.hst, { centred: true });
  roll.cut();
  return roll.bytes();
}
