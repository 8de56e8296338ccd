import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Flame, Printer } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { courseName } from '@tiffin/domain/tabs';
import { printBillWithToast, printReceiptWithToast } from '../hardware/printing/print-jobs.ts';
import { PayBill } from '../payments/pay-bill.tsx';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { billsOf, nameOfTab, sumDue, TAB_KEYS, useTabs, type Tab, type TabDetails } from '../../shared/tabs/tabs.ts';
import { Button } from '../../ui/button.tsx';
import { FreeTable } from './free-table.tsx';

/** Prints a tab's bill, or its receipt once it is paid, and takes its payments. */
export function TabTools({ details: { tab, bill, orders } }: { details: TabDetails }) {
  const [isPaying, setIsPaying] = useState(false);
  const client = useQueryClient();
  // There is nothing to print before the first order.
  const [order] = orders;
  if (!order) return null;
  const isPaid = bill.due === 0;
  const isOld = tab.isPrintOutdated === true && !isPaid;

  const print = async () => {
    if (isPaid) return printReceiptWithToast(order);
    await printBillWithToast(bill.billId, order.locationInfo.timeZone);
    for (const queryKey of TAB_KEYS) void client.invalidateQueries({ queryKey });
  };

  const printButton = (
    <Button look={isOld ? 'solid' : 'quiet'} size="lg" onClick={() => void print()}>
      <Printer /> {isPaid ? say`Receipt` : say`Print`}
    </Button>
  );
  return (
    <>
      {isOld && <p className="hint full-width" role="status">{say`Printed before the last round. Print it again.`}</p>}
      {printButton}
      <Button look="line" size="lg" onClick={() => setIsPaying(true)}>
        {isPaid ? say`See the bill` : say`Split or pay`}
      </Button>
      {isPaying && (
        <PayBill
          billId={bill.billId}
          knownBill={bill}
          whenPaid={
            <>
              {printButton}
              <FreePaidTable tab={tab} onFreed={() => setIsPaying(false)} />
            </>
          }
          title={say`Pay ${nameOfTab(tab)}`}
          onClose={() => setIsPaying(false)}
          onPaid={() => {}}
        />
      )}
    </>
  );
}

/** Beside “All paid”: frees the table of a party that sits. */
function FreePaidTable({ tab, onFreed }: { tab: Tab; onFreed: () => void }) {
  const { billId, locationId, sittingId, tableId, tableName } = tab;
  const { tabs = [], tableOrders = [] } = useTabs(locationId).data ?? {};
  if (sittingId === null || tableId === null) return null;
  // This bill is paid, also before the list knows it.
  const due = sumDue([
    ...billsOf(tabs, tab).filter((bill) => bill.billId !== billId),
    ...tableOrders.filter((order) => order.tableId === tableId),
  ]);
  return <FreeTable {...{ sittingId, tableName, due, onFreed }} isAllPaid={due === 0} />;
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
