import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { nameOfTab, TAB_KEYS, type TabDetails } from '../../shared/tabs/tabs.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';

/** Cancels everything that a party left unpaid, or puts the rest of a bill that was paid in part on a house account. */
export function WalkOut({ details: { tab, bill } }: { details: TabDetails }) {
  const [isAsking, setIsAsking] = useState(false);
  const name = nameOfTab(tab);
  const amount = formatMoney(centsOf(bill.due));
  const close = () => setIsAsking(false);
  const record = useCall('recordWalkOut', {
    failed: say`Nothing was cancelled`,
    doneText: () => say`The bill of ${name} is cancelled: left without paying`,
    changes: TAB_KEYS,
    onDone: close,
  });
  const pay = useCall('addPayment', { failed: say`The rest was not put on a house account`, changes: TAB_KEYS });
  if (bill.due === 0 || bill.held > 0) return null;
  /** The dishes that were paid stay on the bill, so the rest is booked on it, part by part if it is split. */
  async function bookRest() {
    const open = bill.parts?.filter(({ due }) => due > 0) ?? [];
    for (const { billId, due } of open.length > 0 ? open : [bill]) {
      const payment = { billId, amount: due, tender: 'account' as const, reference: say`Left without paying` };
      if (!(await pay.send(payment))) return;
    }
    close();
  }
  const isPartPaid = bill.paid > 0;
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        {say`Left without paying`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say`Did the guests of ${name} leave without paying?`}
          description={
            isPartPaid
              ? say`A part is paid, so its dishes stay. ${amount} goes on a house account with this name, and the table can be freed. A manager may have to allow it.`
              : say`${amount} is written off, and dishes that wait are not made. A manager allows it with their PIN.`
          }
          confirmLabel={isPartPaid ? say`Put ${amount} on the account` : say`Write off ${amount}`}
          look="danger-solid"
          onConfirm={() => (isPartPaid ? bookRest() : record.send({ billId: tab.billId }))}
          onCancel={close}
        />
      )}
    </>
  );
}
