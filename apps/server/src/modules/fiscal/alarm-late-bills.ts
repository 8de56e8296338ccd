import { say, ZERO } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../platform/i18n/request-language.ts';
import { raisePaymentAlert } from '../billing/flag-payment.ts';

const HOUR_MS = 3_600_000;
/** A bill must be signed within this time. */
export const SIGN_WITHIN_MS = 48 * HOUR_MS;

/** Alarms the staff of a location once for each bill or refund that its fiscal device did not sign within 48 hours. */
export async function alarmLateBills(context: Context): Promise<void> {
  const now = context.clock.now();
  await transaction(context.db, async (tx) => {
    const late = await tx
      .updateTable('fiscal_receipts')
      .set({ alarmed_at: now })
      .where('signed_at', 'is', null)
      .where('alarmed_at', 'is', null)
      .where('queued_at', '<', new Date(now.getTime() - SIGN_WITHIN_MS))
      .returning(['bill_id', 'reversed_bill_id', 'location_id'])
      .execute();
    for (const { bill_id: billId, reversed_bill_id: reversedBillId, location_id: locationId } of late) {
      const reason = inRestaurantLanguage(() =>
        reversedBillId === null
          ? say`The fiscal device has not signed this bill for 48 hours. Call the supplier of the device.`
          : say`The fiscal device has not signed a refund of this bill for 48 hours. Call the supplier of the device.`,
      );
      await raisePaymentAlert(context, tx, { locationId, reason, amount: ZERO, orderId: billId ?? reversedBillId });
    }
  });
}
