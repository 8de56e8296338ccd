import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isBrought } from '@tiffin/domain/delivery';
import { authorise } from '@tiffin/domain/people';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useQueueDone, useWaiting } from '../../shared/offline/the-queue.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './deliveries.module.css';
import { CashCarried } from './cash-carried.tsx';
import { texts } from './texts.ts';
import { TripCard } from './trip-card.tsx';
import { stateOf, withWaiting, type Trip } from './trips.ts';

const KEY = ['deliveries'] as const;

/** What is to be brought, for whoever brings it: one thumb, with a network or without. */
export default function DeliveriesSection() {
  const { me, actor } = useBackOffice();
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: KEY });
  const waiting = useWaiting();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('getDeliveries', { query: { locationId: 'all' } }, { signal }),
  });
  useLiveEvents(['order.created', 'order.updated', 'reset'], again);
  useQueueDone(({ change }) => {
    if (change.call === 'stepDelivery') again();
    return false;
  });
  if (list.isPending) {
    return (
      <Loading label={texts.loading}>
        <Skeleton height={320} />
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <ErrorState title={texts.failed} text={wordsFor(list.error)}>
        <Button onClick={again}>{texts.tryAgain}</Button>
      </ErrorState>
    );
  }
  const trips = withWaiting(list.data.deliveries, waiting, { driverId: me.uid, name: me.displayName ?? '' });
  const isMine = ({ driver }: Trip) => driver?.driverId === me.uid;
  const leads = ({ order }: Trip) => authorise('order.correct-step', actor, { locationId: order.locationInfo.id }).ok;
  const isOver = (trip: Trip) => isBrought(stateOf(trip));
  const groups: readonly (readonly [string, readonly Trip[]])[] = [
    [texts.mine, trips.filter((trip) => isMine(trip) && !isOver(trip))],
    [texts.waiting, trips.filter((trip) => trip.driver === null && stateOf(trip) === null)],
    [texts.others, trips.filter((trip) => !isMine(trip) && stateOf(trip) !== null && !isOver(trip))],
    [texts.brought, trips.filter(isOver)],
  ];
  return (
    <div className="stack gap-24">
      <h1>{texts.title}</h1>
      {trips.length === 0 && <EmptyState title={texts.empty} text={texts.emptyText} />}
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <section key={title} className={`grid gap-12 ${styles.group}`} aria-label={title}>
              <h2 className="all-columns text-lg">
                {title} <span className="soft num">{group.length}</span>
              </h2>
              {group.map((trip) => (
                <TripCard
                  key={trip.order.orderId}
                  trip={trip}
                  isMine={isMine(trip)}
                  leads={leads(trip)}
                  onDone={again}
                />
              ))}
            </section>
          ),
      )}
      <CashCarried cash={list.data.cash} onDone={again} />
    </div>
  );
}
