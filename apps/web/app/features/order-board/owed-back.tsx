import { useState } from 'react';
import { HandCoins } from 'lucide-react';
import { useBackOffice } from '../../lib/back-office.tsx';
import { centsOf, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { codeOf, type OwedBack } from './board-orders.ts';
import styles from './order-board.module.css';
import { texts } from './texts.ts';

const words = texts.owedBack;
const SHOWN = 3;

/** Money of cancelled orders that nobody has handed back yet: it stands here until somebody has, whoever cancelled. */
export function OwedBackNote({
  refunds,
  onHandedBack,
}: {
  refunds: readonly OwedBack[] | null;
  onHandedBack: (orderId: string) => Promise<void>;
}) {
  const { whyNot } = useBackOffice();
  const [giving, setGiving] = useState<readonly string[]>([]);
  const [showsAll, setShowsAll] = useState(false);
  if (refunds === null) return <Banner tone="warn">{words.failed}</Banner>;
  if (refunds.length === 0) return null;
  const give = async ({ orderId }: OwedBack) => {
    setGiving((before) => [...before, orderId]);
    await onHandedBack(orderId);
    setGiving((before) => before.filter((each) => each !== orderId));
  };
  const shown = showsAll ? refunds : refunds.slice(0, SHOWN);
  const more = refunds.length - shown.length;
  return (
    <Banner tone="warn" icon={<HandCoins aria-hidden="true" />} title={words.title}>
      <ul className={styles.owedBack} aria-label={words.title}>
        {shown.map((refund) => (
          <li key={refund.refundId}>
            <span>{words.line(formatMoney(centsOf(refund.amount)), refund.customerName, codeOf(refund.orderId))}</span>
            <Button
              look="line"
              size="sm"
              busy={giving.includes(refund.orderId)}
              disabledReason={whyNot('order.refund')}
              onClick={() => void give(refund)}
            >
              {words.done}
            </Button>
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
