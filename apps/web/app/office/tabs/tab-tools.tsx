import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { printBillWithToast, printReceiptWithToast } from '../hardware/printing/print-jobs.ts';
import { PayBill } from '../payments/pay-bill.tsx';
import { nameOfTab, TAB_KEYS, type TabDetails } from '../../shared/tabs/tabs.ts';
import { Button } from '../../ui/button.tsx';

/** Prints a tab's bill, or its receipt once it is paid, and takes its payments. */
export function TabTools({ details: { tab, bill, orders } }: { details: TabDetails }) {
  const [isPaying, setIsPaying] = useState(false);
  const client = useQueryClient();
  const [first] = orders;
  if (!first) return null;
  const isPaid = bill.due === 0;

  async function print(order: typeof first) {
    if (!order) return;
    if (isPaid) return printReceiptWithToast(order);
    await printBillWithToast(bill.billId, order.locationInfo.timeZone);
    for (const queryKey of TAB_KEYS) void client.invalidateQueries({ queryKey });
  }

  return (
    <>
      <Button look="quiet" size="lg" onClick={() => void print(first)}>
        <Printer /> {isPaid ? say`Receipt` : say`Print`}
      </Button>
      <Button look="line" size="lg" onClick={() => setIsPaying(true)}>
        {isPaid ? say`See the bill` : say`Split or pay`}
      </Button>
      {isPaying && (
        <PayBill
          billId={bill.billId}
          title={say`Pay ${nameOfTab(tab)}`}
          onClose={() => setIsPaying(false)}
          onPaid={() => {}}
        />
      )}
    </>
  );
}
