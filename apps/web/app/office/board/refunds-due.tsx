import { useState } from 'react';
import { HandCoins } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { codeOf, type RefundDue } from './board-orders.ts';
import styles from './board.module.css';

const MAX_SHOWN = 3;

interface RefundDueNoteProps {
  /** Null if they could not be loaded. */
  refunds: readonly RefundDue[] | null;
  /** The visible locations; with several, each line names its own. */
  locations: readonly { readonly id: string; readonly name: string }[];
  onRefunded: (refund: RefundDue) => Promise<unknown>;
}

/**
 * Cash refunds of cancelled and overpaid orders that are still due. Each stays until someone hands the money back.
 */
export function RefundDueNote({ refunds, locations, onRefunded }: RefundDueNoteProps) {
  const online = useOnline();
  const [showsAll, setShowsAll] = useState(false);
  if (refunds === null) return <Banner tone="warn">{say`The money to hand back could not be loaded.`}</Banner>;
  if (refunds.length === 0) return null;
  const shown = showsAll ? refunds : refunds.slice(0, MAX_SHOWN);
  const more = refunds.length - shown.length;
  return (
    <Banner tone="warn" icon={<HandCoins />} title={say`Money to hand back`}>
      <ul className={`grid gap-6 above-6 ${styles.owedBack}`} aria-label={say`Money to hand back`}>
        {shown.map((refund) => (
          <li className="row gap-12" key={refund.refundId}>
            <span className="grow">
              {refundText(refund)}
              {locations.length > 1 && (
                <small className="block soft">{locations.find(({ id }) => id === refund.locationId)?.name}</small>
              )}
            </span>
            <ConfirmButton
              look="line"
              size="sm"
              className="no-shrink"
              disabledReason={online ? null : say`This needs a connection`}
              question={{
                title: say`${formatMoney(centsOf(refund.amount))} handed back?`,
                text: refundText(refund),
                confirm: say`Yes, handed back`,
                cancel: say`Not yet`,
              }}
              onConfirm={() => onRefunded(refund)}
            >
              {say`Handed back`} <span className="sr-only">{codeOf(refund.orderId)}</span>
            </ConfirmButton>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button look="bare" size="sm" onClick={() => setShowsAll(true)}>
          {say`Show ${more} more`}
        </Button>
      )}
    </Banner>
  );
}

function refundText({ amount, customerName, orderId, isOverpaid }: RefundDue): string {
  const money = formatMoney(centsOf(amount));
  const code = codeOf(orderId);
  return isOverpaid
    ? say`${money} to ${customerName}, order ${code}, paid too much`
    : say`${money} to ${customerName}, order ${code}, cancelled`;
}
