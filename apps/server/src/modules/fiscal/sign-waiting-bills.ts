import { sql } from 'kysely';
import type { FiscalDocument, FiscalSignature } from '../../adapters/fiscal/fiscal-device.ts';
import type { Context } from '../../context.ts';

/** If a process dies while the device signs, the bill is sent again after this time. The device signs it only once. */
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** A bill, or a refund of one. */
interface ClaimedBill {
  /** The place in the queue, as PostgreSQL writes a bigint. */
  readonly position: string;
  readonly bill: FiscalDocument;
  readonly attempts: number;
}

/**
 * Sends the waiting bills and refunds to the fiscal device: those of each location one after the other, oldest first. When the
 * device does not answer, the location's other bills wait behind the first one. Returns how many were signed.
 */
export async function signWaitingBills(context: Context): Promise<number> {
  if (!context.fiscal) return 0;
  const { rows } = await sql<{ location_id: string }>`
    select location_id from (
      select distinct on (location_id) location_id, next_try_at from fiscal_receipts
      where signed_at is null order by location_id, position
    ) first where next_try_at <= ${context.clock.now()}
  `.execute(context.db);
  const signed = await Promise.all(rows.map(({ location_id: id }) => signBillsOf(context, id)));
  return signed.reduce((sum, count) => sum + count, 0);
}

/** Sends the waiting bills of one location. */
export async function signBillsOf(context: Context, locationId: string): Promise<number> {
  const { fiscal: device } = context;
  if (!device) return 0;
  for (let signed = 0; ; signed++) {
    const claimed = await claimNextBill(context, locationId);
    if (!claimed) return signed;
    await context.reach('fiscal.claimed');
    const answer = await device.sign(claimed.bill).catch((error: unknown) => {
      context.log.warn({ err: error, billId: claimed.bill.billId }, 'the fiscal device could not sign a bill');
      return 'later' as const;
    });
    await context.reach('fiscal.signed');
    if (answer === 'later') {
      await postponeBill(context, claimed);
      return signed;
    }
    await storeSignature(context, claimed.position, answer);
  }
}

/** Claims the oldest waiting bill of a location, unless another copy of the server sends it or it has to wait. */
async function claimNextBill(context: Context, locationId: string): Promise<ClaimedBill | undefined> {
  const now = context.clock.now();
  const { rows } = await sql<ClaimedBill>`
    update fiscal_receipts set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + LEASE_MS)}
    where position = (
        select position from fiscal_receipts where location_id = ${locationId} and signed_at is null
        order by position limit 1
      ) and signed_at is null and next_try_at <= ${now}
    returning position, bill, attempts
  `.execute(context.db);
  return rows[0];
}

async function postponeBill(context: Context, { position, attempts }: ClaimedBill): Promise<void> {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_WAIT_MS);
  await context.db
    .updateTable('fiscal_receipts')
    .set({ next_try_at: new Date(context.clock.now().getTime() + wait) })
    .where(sql`position`, '=', position)
    .where('signed_at', 'is', null)
    .execute();
}

async function storeSignature(context: Context, position: string, answer: FiscalSignature): Promise<void> {
  await context.db
    .updateTable('fiscal_receipts')
    .set({
      signed_at: context.clock.now(),
      number: answer.number,
      signature: answer.signature,
      receipt_text: answer.receiptText,
    })
    .where(sql`position`, '=', position)
    .where('signed_at', 'is', null)
    .execute();
}
