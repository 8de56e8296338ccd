import { useState } from 'react';
import { HandCoins } from 'lucide-react';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { codeOf, type RefundDue } from './board-orders.ts';
import styles from './board.module.css';
import { texts } from './texts.ts';

const words = texts.refundsDue;
const SHOWN = 3;

/**
 * Cash refunds of cancelled and overpaid orders that are still due. Each stays until someone hands the money back.
 */
export function RefundDueNote({
  refunds,
  places,
  onRefunded,
}: {
  refunds: readonly RefundDue[] | null;
  /** The visible locations; with several, each line names its own. */
  places: readonly { readonly id: string; readonly name: string }[];
  onRefunded: (refund: RefundDue) => Promise<unknown>;
}) {
  const online = useOnline();
  const [showsAll, setShowsAll] = useState(false);
  if (refunds === null) return <Banner tone="warn">{words.failed}</Banner>;
  if (refunds.length === 0) return null;
  const shown = showsAll ? refunds : refunds.slice(0, SHOWN);
  const more = refunds.length - shown.length;
  return (
    <Banner tone="warn" icon={<HandCoins aria-hidden="true" />} title={words.title}>
      <ul className={`grid gap-6 above-6 ${styles.owedBack}`} aria-label={words.title}>
        {shown.map((refund) => (
          <li className="row gap-12" key={refund.refundId}>
            <span className="grow">
              {lineOf(refund)}
              {places.length > 1 && (
                <small className="block soft">{places.find(({ id }) => id === refund.locationId)?.name}</small>
              )}
            </span>
            <ConfirmButton
              look="line"
              size="sm"
              className="no-shrink"
              disabledReason={online ? null : words.offline}
              question={{
                title: words.ask(formatMoney(centsOf(refund.amount))),
                text: lineOf(refund),
                confirm: words.yes,
                cancel: words.notYet,
              }}
              onConfirm={() => onRefunded(refund)}
            >
              {words.done} <span className="sr-only">{codeOf(refund.orderId)}</span>
            </ConfirmButton>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button look="bare" size="sm" onClick={() => setShowsAll(true)}>
          {words.more(more)}
        </Button>
      )}
    </Banner>
  );
}

function lineOf({ amount, customerName, orderId, isOverpaid }: RefundDue): string {
  const line = isOverpaid ? words.overpaidLine : words.line;
  return line(formatMoney(centsOf(amount)), customerName, codeOf(orderId));
}
