import { setTimeout as pause } from 'node:timers/promises';
import type { WireOrder } from '@tiffin/contract/order-answer';
import type { FiscalReceipt } from '@tiffin/domain/receipt';
import type { Context } from '../../context.ts';
import { connectedAdapters, moneyPermission } from '../locations/money-permission.ts';

/** A receipt is printed right after the payment. It waits this long for the fiscal device to sign the bill. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 200;
/** A bill that was settled earlier was either signed or left alone. */
const FRESH_MS = 60_000;

/** What the fiscal device gave for the bill of an order. Undefined if no device signs it. */
export async function readFiscalReceipt(context: Context, order: WireOrder): Promise<FiscalReceipt | undefined> {
  const first = await findReceipt(context, order.billId);
  if (first?.signed) return first.signed;
  if (first ? first.attempts > 1 : !(await isAboutToBeSigned(context, order))) return first && { state: 'later' };
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const found = await findReceipt(context, order.billId);
    if (found?.signed) return found.signed;
    if (found && found.attempts > 1) break;
  }
  return { state: 'later' };
}

async function findReceipt({ db }: Context, billId: string) {
  const row = await db
    .selectFrom('fiscal_receipts')
    .select(['number', 'signature', 'receipt_text', 'attempts'])
    .where('bill_id', '=', billId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, signature, receipt_text: text, attempts } = row;
  const signed: FiscalReceipt | null =
    number === null ? null : { state: 'signed', number, signature: signature ?? '', text: text ?? '' };
  return { attempts, signed };
}

/** True for a bill that was settled a moment ago where a device signs: it is queued at once. */
async function isAboutToBeSigned(context: Context, order: WireOrder): Promise<boolean> {
  const adapters = connectedAdapters(context);
  const now = context.clock.now();
  if (adapters.length === 0 || order.due > 0 || order.paidAt === null) return false;
  if (now.getTime() - Date.parse(order.paidAt) > FRESH_MS) return false;
  const menu = await context.menus.fresh(order.location);
  return menu !== null && moneyPermission(menu.location, now, adapters).state === 'device';
}
