import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Flame, Printer } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { courseName } from '@tiffin/domain/tabs';
import { printBillWithToast, printReceiptWithToast } from '../hardware/printing/print-jobs.ts';
import { PayBill } from '../payments/pay-bill.tsx';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { nameOfTab, TAB_KEYS, type Tab, type TabDetails } from '../../shared/tabs/tabs.ts';
import { Button } from '../../ui/button.tsx';

/** Prints a tab's bill, or its receipt once it is paid, and takes its payments. */
export function TabTools({ details: { tab, bill, orders } }: { details: TabDetails }) {
  const [isPaying, setIsPaying] = useState(false);
  const client = useQueryClient();
  // There is nothing to print before the first order.
  const [order] = orders;
  if (!order) return null;
  const isPaid = bill.due === 0;

  const print = async () => {
    if (isPaid) return printReceiptWithToast(order);
    await printBillWithToast(bill.billId, order.locationInfo.timeZone);
    for (const queryKey of TAB_KEYS) void client.invalidateQueries({ queryKey });
  };

  return (
    <>
      <Button look="quiet" size="lg" onClick={() => void print()}>
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

/** A button for each held course, which sends it to the kitchen. */
export function FireButtons({ tab: { billId, heldCourses } }: { tab: Tab }) {
  return heldCourses.map((course) => <FireButton key={course} billId={billId} course={course} />);
}

const FIRE_TEXTS = [say`Fire the starters`, say`Fire the mains`, say`Fire the desserts`];

function FireButton({ billId, course }: { billId: string; course: number }) {
  const name = courseName(course);
  const fire = useQueuedChange('fireCourse', {
    about: () => say`${name}: to the kitchen`,
    failed: say`The course was not fired`,
    queued: say`Recorded here. It is sent when the connection is back.`,
    changes: TAB_KEYS,
    doneText: () => say`${name}: the kitchen has it`,
  });
  return (
    <Button look="line" block busy={fire.isBusy} onClick={() => void fire.send({ billId, course })}>
      <Flame /> {FIRE_TEXTS[course - 1] ?? say`Fire ${name}`}
    </Button>
  );
}
