import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isDeliveryOver } from '@tiffin/domain/delivery';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { authorise } from '@tiffin/domain/people';
import { Fragment, useState } from 'react';
import { HandCoins } from 'lucide-react';
import { callOutCode } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { errorText, errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useQueueDone, useQueuedChanges } from '../../shared/offline/open-queue.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './deliveries.module.css';
import { texts } from './texts.ts';
import { TripCard } from './trip-card.tsx';
import { deliveryState, withQueuedSteps, type Trip, type Deliveries } from './trips.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { apiQuery } from '../../shared/api/queries.ts';

const KEY = ['deliveries'] as const;

/** The deliveries of a driver, usable with one thumb and offline. */
export default function DeliveriesSection() {
  const { me, actor } = useBackOffice();
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: KEY });
  const waiting = useQueuedChanges();
  const list = useQuery(apiQuery(KEY, 'getDeliveries', { query: { locationId: ALL_LOCATIONS } }));
  useLiveEvents(['order.created', 'order.updated', 'reset'], again);
  useQueueDone(({ change }) => {
    if (change.call === 'stepDelivery' || change.call === 'handOverDelivery') again();
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
      <ErrorState title={texts.failed} text={errorText(list.error)}>
        <Button onClick={again}>{texts.tryAgain}</Button>
      </ErrorState>
    );
  }
  const { colleagues = [] } = list.data;
  const own = { driverId: me.uid, name: me.displayName ?? '' };
  const trips = withQueuedSteps(list.data.deliveries, waiting, own, colleagues);
  const isMine = ({ driver }: Trip) => driver?.driverId === me.uid;
  const leads = ({ order }: Trip) => authorise('order.correct-step', actor, { locationId: order.locationInfo.id }).ok;
  return (
    <div className="stack gap-24">
      <h1>{texts.title}</h1>
      {trips.length === 0 && <EmptyState title={texts.empty} text={texts.emptyText} />}
      {groupTrips(trips, isMine).map(([title, group]) => (
        <Fragment key={title}>
          {group.length > 0 && (
            <section className={`grid gap-12 ${styles.group}`} aria-label={title}>
              <h2 className="all-columns text-lg">
                {title} <span className="soft num">{group.length}</span>
              </h2>
              {group.map((trip) => (
                <TripCard
                  key={trip.order.orderId}
                  trip={trip}
                  isMine={isMine(trip)}
                  leads={leads(trip)}
                  colleagues={colleagues}
                  onDone={again}
                />
              ))}
            </section>
          )}
          {/* Before the long lists, because a driver and a colleague stand there and count. */}
          {title === texts.mine && <CashCarried cash={list.data.cash} onDone={again} />}
        </Fragment>
      ))}
    </div>
  );
}

/** The user's trips, those that wait for a driver, those of other drivers, and the finished ones. */
function groupTrips(trips: readonly Trip[], isMine: (trip: Trip) => boolean): (readonly [string, readonly Trip[]])[] {
  const isOver = (trip: Trip) => isDeliveryOver(deliveryState(trip));
  return [
    [texts.mine, trips.filter((trip) => isMine(trip) && !isOver(trip))],
    [texts.waiting, trips.filter((trip) => trip.driver === null && deliveryState(trip) === null)],
    [texts.others, trips.filter((trip) => !isMine(trip) && deliveryState(trip) !== null && !isOver(trip))],
    [texts.overTitle, trips.filter(isOver)],
  ];
}

const { cash: words } = texts;
type Carried = Deliveries['cash'][number];

/** The cash each driver carries, with its sum, until it is handed in. */
function CashCarried({ cash, onDone }: { cash: Deliveries['cash']; onDone: () => void }) {
  const [selected, setSelected] = useState<(Carried & { readonly key: string }) | null>(null);
  const [busy, setBusy] = useState(false);
  if (cash.length === 0) return null;

  async function handIn({ key, locationId, driverId, carries }: Carried & { readonly key: string }) {
    setBusy(true);
    try {
      const { handedIn } = await api(
        'handInCash',
        { body: { locationId, driverId, amount: carries } },
        { idempotencyKey: key },
      );
      toast.success(words.done(formatMoney(centsOf(handedIn))));
    } catch (error) {
      toast.error(words.failed, { description: errorTextOrServerMessage(error, [409]) });
    } finally {
      setBusy(false);
      setSelected(null);
      onDone();
    }
  }

  return (
    <section className="stack gap-12" aria-label={words.title}>
      <h2 className="text-lg">{words.title}</h2>
      {cash.map((carried) => (
        <CashCard
          key={carried.locationId + carried.driverId}
          carried={carried}
          onHandIn={() => setSelected({ ...carried, key: newKey() })}
        />
      ))}
      {selected && (
        <Dialog
          open
          onClose={() => setSelected(null)}
          title={words.ask(selected.name, sumOf(selected))}
          description={words.askText}
          size="sm"
          footer={
            <>
              <Button look="quiet" onClick={() => setSelected(null)}>
                {words.back}
              </Button>
              <Button busy={busy} onClick={() => void handIn(selected)}>
                {words.handIn(sumOf(selected))}
              </Button>
            </>
          }
        />
      )}
    </section>
  );
}

/** The cash of one driver, order by order. */
function CashCard({ carried, onHandIn }: { carried: Carried; onHandIn: () => void }) {
  return (
    <article className={`stack gap-12 round-md surface shadow-1 ${styles.card}`} aria-label={carried.name}>
      <b>{words.of(carried.name, sumOf(carried))}</b>
      <ul className="grid gap-4">
        {carried.collected.map(({ orderId, amount }) => (
          <li key={orderId} className="flex between gap-16 num">
            <span>{callOutCode(orderId)}</span>
            <span>{formatMoney(centsOf(amount))}</span>
          </li>
        ))}
      </ul>
      {carried.toSomebodyElse ? (
        <p className="hint">{words.toSomebodyElse}</p>
      ) : (
        <Button look="quiet" block onClick={onHandIn}>
          <HandCoins aria-hidden="true" /> {words.handIn(sumOf(carried))}
        </Button>
      )}
    </article>
  );
}

function sumOf({ carries }: Carried): string {
  return formatMoney(centsOf(carries));
}
