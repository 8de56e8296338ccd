import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { codeOf } from './board-orders.ts';
import styles from './board.module.css';
import { useLiveOrders } from './live-orders.tsx';

const MAX_SHOWN = 3;

/** Tickets that no printer confirmed. If the paper is missing, nobody cooks the order. */
export function UnconfirmedTickets() {
  const { shownLocationId: locationId } = useLiveOrders();
  const key = ['unconfirmed-tickets', locationId];
  const { data } = useQuery({
    ...apiQuery(key, 'getUnconfirmedTickets', { query: { locationId } }),
    refetchInterval: 10_000,
  });
  const printAgain = useCall('printOrder', {
    doneText: () => say`The ticket is printed when the printer asks next`,
    failed: say`The ticket was not ordered`,
    changes: [key],
  });
  const tickets = data?.tickets ?? [];
  if (tickets.length === 0) return null;
  const more = tickets.length - MAX_SHOWN;
  return (
    <Banner tone="bad" announce="alert" icon={<Printer />} title={say`Tickets that may be missing on paper`}>
      <ul className={`grid gap-6 above-6 ${styles.owedBack}`}>
        {tickets.slice(0, MAX_SHOWN).map(({ printerId, name, orderId, isFetched }) => (
          <li className="row gap-12" key={`${printerId} ${orderId}`}>
            <span className="grow break-anywhere">
              <b>{codeOf(orderId)}</b>{' '}
              {isFetched ? say`${name} did not confirm it. Look for it on paper.` : say`${name} does not fetch it.`}
            </span>
            {isFetched && (
              <Button
                look="line"
                size="sm"
                className="no-shrink"
                busy={printAgain.isBusy}
                onClick={() => void printAgain.send({ printerId, orderId })}
              >
                {say`Print again`} <span className="sr-only">{codeOf(orderId)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && say`and ${more} more`}
    </Banner>
  );
}
