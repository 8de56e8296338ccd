import { say, type Cents } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useLeave } from './use-leave.ts';

interface FreeTableProps {
  sittingId: string;
  tableName: string;
  /** The name of a party without a booking, which “Undo” gives back to it. */
  partyName?: string;
  /** What is left to pay at the table. */
  due: Cents;
  /** Something was ordered and all of it is paid. */
  isAllPaid: boolean;
  onFreed: () => void;
}

/** Frees a table: at once when everything is paid, after a question when nothing was ordered or something is unpaid. */
export function FreeTable(props: FreeTableProps) {
  const { sittingId, tableName, partyName = '', due, isAllPaid, onFreed } = props;
  const free = useLeave(tableName, partyName);
  const send = (evenIfUnpaid?: true) => {
    onFreed();
    return free.send({ sittingId, evenIfUnpaid });
  };
  const label = say`Free the table`;
  if (isAllPaid) {
    return (
      <Button busy={free.isBusy} onClick={() => void send()}>
        {label}
      </Button>
    );
  }
  const question =
    due > 0
      ? {
          title: say`${formatMoney(due)} is left to pay at table ${tableName}. Free it anyway?`,
          text: say`Its bills stay open without a table, so that they can still be paid or cancelled.`,
          confirm: say`Free it unpaid`,
          look: 'danger-solid' as const,
        }
      : { title: say`Has the party at table ${tableName} left?`, confirm: say`They left` };
  return (
    <ConfirmButton
      look="quiet"
      busy={free.isBusy}
      question={question}
      onConfirm={() => send(due > 0 ? true : undefined)}
    >
      {label}
    </ConfirmButton>
  );
}
