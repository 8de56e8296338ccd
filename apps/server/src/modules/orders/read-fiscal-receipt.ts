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

interface FiscalReceipts {
  /** Undefined if no device signs the bill. */
  readonly fiscal?: FiscalReceipt;
  readonly fiscalRefunds?: FiscalReceipt[];
}

/** What the fiscal device gave for the bill of an order and for its refunds. */
export async function readFiscalReceipts(context: Context, order: WireOrder): Promise<FiscalReceipts> {
  let rows = await findReceipts(context, order.billId);
  const isExpected = rows.length === 0 && (await isAboutToBeSigned(context, order));
  for (
    let waited = 0;
    waited < PATIENCE_MS && (rows.length === 0 ? isExpected : isNew(rows));
    waited += LOOK_EVERY_MS
  ) {
    await pause(LOOK_EVERY_MS);
    rows = await findReceipts(context, order.billId);
  }
  const refunds = rows.filter(({ isRefund }) => isRefund);
  const bill = rows.find(({ isRefund }) => !isRefund);
  return {
    ...(bill ? { fiscal: receiptOf(bill) } : isExpected && { fiscal: { state: 'later' } }),
    ...(refunds.length > 0 && { fiscalRefunds: refunds.map(receiptOf) }),
  };
}

interface ReceiptRow {
  readonly isRefund: boolean;
  readonly number: string | null;
  readonly signature: string | null;
  readonly text: string | null;
  readonly attempts: number;
}

async function findReceipts({ db }: Context, billId: string): Promise<ReceiptRow[]> {
  return db
    .selectFrom('fiscal_receipts')
    .select(['number', 'signature', 'receipt_text as text', 'attempts'])
    .select((eb) => eb('bill_id', 'is', null).$castTo<boolean>().as('isRefund'))
    .where((eb) => eb.or([eb('bill_id', '=', billId), eb('reversed_bill_id', '=', billId)]))
    .orderBy('position')
    .execute();
}

/** Whether the device may still answer in a moment. */
function isNew(rows: readonly ReceiptRow[]): boolean {
  const waiting = rows.filter(({ number }) => number === null);
  return waiting.length > 0 && waiting.every(({ attempts }) => attempts <= 1);
}

function receiptOf({ number, signature, text }: ReceiptRow): FiscalReceipt {
  return number === null
    ? { state: 'later' }
    : { state: 'signed', number, signature: signature ?? '', text: text ?? '' };
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
