import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { api, type Answer } from '../../lib/api.ts';
import { useBackOffice } from '../../lib/back-office.tsx';
import { centsOf, formatMoney } from '../../lib/format.ts';
import { useLiveEvents } from '../../live/live-events.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { codeOf, isOrder } from './board-orders.ts';
import styles from './order-board.module.css';
import { texts } from './texts.ts';

type Owed = Answer<'getOwedByHand'>['refunds'][number];

/** Money of cancelled orders that nobody has handed back yet: it stands here until somebody has, whoever cancelled. */
export function OwedBack({ place, onHandedBack }: { place: string; onHandedBack: (orderId: string) => Promise<void> }) {
  const client = useQueryClient();
  const { whyNot } = useBackOffice();
  const [giving, setGiving] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['owed-by-hand', place],
    queryFn: ({ signal }) => api('getOwedByHand', { query: { locationId: place } }, { signal }),
  });
  const askAgain = () => void client.invalidateQueries({ queryKey: ['owed-by-hand'] });
  useLiveEvents(['order.updated', 'reset'], ({ type, data: { order } }) => {
    if (type === 'reset' || (isOrder(order) && order.status === 'cancelled')) askAgain();
  });
  const refunds = data?.refunds ?? [];
  if (refunds.length === 0) return null;
  const give = async ({ orderId }: Owed) => {
    setGiving(orderId);
    await onHandedBack(orderId);
    setGiving(null);
    askAgain();
  };
  return (
    <Banner tone="warn" icon={<HandCoins aria-hidden="true" />} title={texts.owedBack.title} announce="status">
      <ul className={styles.owedBack}>
        {refunds.map((refund) => (
          <li key={refund.refundId}>
            <span>
              {texts.owedBack.line(formatMoney(centsOf(refund.amount)), refund.customerName, codeOf(refund.orderId))}
            </span>
            <Button
              look="line"
              size="sm"
              busy={giving === refund.orderId}
              disabledReason={whyNot('order.refund')}
              onClick={() => void give(refund)}
            >
              {texts.owedBack.done}
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
