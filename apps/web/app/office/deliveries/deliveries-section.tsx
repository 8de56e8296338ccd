import { Fragment, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { isDeliveryOver, MAX_DELIVERY_NOTE_LENGTH } from '@tiffin/domain/delivery';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { callOutCode } from '@tiffin/domain/order';
import { authorise } from '@tiffin/domain/people';
import { cents, say, subtractCents } from '@tiffin/domain/core';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { usePendingChanges, withChanges } from '../../shared/offline/pending-changes.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { formOf, moneyField, textField } from '../../ui/form.ts';
import { EditDialog, MoneyField, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import styles from './deliveries.module.css';
import { TripCard } from './trip-card.tsx';
import { DELIVERIES_KEY, deliveryState, withTripChange, type Deliveries, type Trip } from './trips.ts';

/** The deliveries of a driver, usable with one thumb and offline. */
export default function DeliveriesSection() {
  const client = useQueryClient();
  const list = useQuery(apiQuery(DELIVERIES_KEY, 'getDeliveries', { query: { locationId: ALL_LOCATIONS } }));
  useRefetchOn(['order.created', 'order.updated', 'reset'], DELIVERIES_KEY);
  useQueueDone(({ change: { call } }) => {
    if (call === 'stepDelivery' || call === 'handOverDelivery') {
      void client.invalidateQueries({ queryKey: DELIVERIES_KEY });
    }
    // The page does not say that the change was sent, so the queue tells the driver.
    return false;
  });
  return (
    <Loaded query={list} failed={say`The deliveries could not be loaded.`} rows={1} height={320}>
      {(answer) => <Trips answer={answer} />}
    </Loaded>
  );
}

function Trips({ answer }: { answer: Deliveries }) {
  const { deliveries, colleagues = [], cash } = answer;
  const { me, actor } = useBackOffice();
  const own = { driverId: me.uid, name: me.displayName ?? '' };
  const trips = withChanges(deliveries, usePendingChanges(), (list: readonly Trip[], change, at) =>
    withTripChange(list, change, at, own, colleagues),
  );
  const isMine = ({ driver }: Trip) => driver?.driverId === me.uid;
  const mayCorrectSteps = ({ order }: Trip) =>
    authorise('order.correct-step', actor, { locationId: order.locationInfo.id }).ok;
  return (
    <div className="stack gap-24">
      <h1>{say`Deliveries`}</h1>
      {trips.length === 0 && (
        <EmptyState title={say`Nothing to deliver`} text={say`Delivery orders appear here as soon as they come in.`} />
      )}
      {groupTrips(trips, isMine).map(({ id, title, group }) => (
        <Fragment key={id}>
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
                  mayCorrectSteps={mayCorrectSteps(trip)}
                  colleagues={colleagues}
                />
              ))}
            </section>
          )}
          {/* Above the long lists: the driver and a colleague look at the screen together while they count. */}
          {id === 'own' && <CashCarried cash={cash} />}
        </Fragment>
      ))}
    </div>
  );
}

/** The user's trips, those that wait for a driver, those of other drivers, and the finished ones. */
function groupTrips(trips: readonly Trip[], isMine: (trip: Trip) => boolean) {
  const isOver = (trip: Trip) => isDeliveryOver(deliveryState(trip));
  const isUnassigned = (trip: Trip) => trip.driver === null && deliveryState(trip) === null;
  const isOthers = (trip: Trip) => !isMine(trip) && deliveryState(trip) !== null && !isOver(trip);
  return [
    { id: 'own', title: say`Yours`, group: trips.filter((trip) => isMine(trip) && !isOver(trip)) },
    { id: 'unassigned', title: say`Waiting for a driver`, group: trips.filter(isUnassigned) },
    { id: 'others', title: say`With other drivers`, group: trips.filter(isOthers) },
    { id: 'finished', title: say`Finished`, group: trips.filter(isOver) },
  ];
}

type DriverCash = Deliveries['cash'][number];

/** The cash each driver carries, with its sum, until it is handed in. */
function CashCarried({ cash }: { cash: Deliveries['cash'] }) {
  if (cash.length === 0) return null;
  return (
    <section className="stack gap-12" aria-label={say`Cash carried`}>
      <h2 className="text-lg">{say`Cash carried`}</h2>
      {cash.map((driverCash) => (
        <CashCard key={driverCash.locationId + driverCash.driverId} driverCash={driverCash} />
      ))}
    </section>
  );
}

function CashCard({ driverCash }: { driverCash: DriverCash }) {
  const { name, toSomebodyElse: mustBeCountedByColleague } = driverCash;
  const sum = carriedText(driverCash);
  const [isCounting, setIsCounting] = useState(false);
  return (
    <article className={`stack gap-12 round-md surface shadow-1 ${styles.card}`} aria-label={name}>
      <b>{say`${name} carries ${sum}`}</b>
      <ul className="grid gap-4">
        {driverCash.collected.map(({ orderId, amount: collected }) => (
          <li key={orderId} className="flex between gap-16 num">
            <span>{callOutCode(orderId)}</span>
            <span>{formatMoney(centsOf(collected))}</span>
          </li>
        ))}
      </ul>
      {mustBeCountedByColleague ? (
        <p className="hint">{say`Give the cash to a colleague. They count it with you and confirm it on the Deliveries page under their own name.`}</p>
      ) : (
        <Button look="quiet" block onClick={() => setIsCounting(true)}>
          <HandCoins /> {say`Hand in ${sum}`}
        </Button>
      )}
      {isCounting && <HandInDialog driverCash={driverCash} onClose={() => setIsCounting(false)} />}
    </article>
  );
}

const handInForm = formOf({
  counted: moneyField(say`Counted`, { wrong: say`Enter an amount such as 42.50` }),
  reason: textField(say`Why does it differ?`, { input: { maxLength: MAX_DELIVERY_NOTE_LENGTH } }),
});

/** Two people count the cash. What is short or over needs a reason. */
function HandInDialog({ driverCash, onClose }: { driverCash: DriverCash; onClose: () => void }) {
  const { locationId, driverId, name, carries: amount } = driverCash;
  const sum = carriedText(driverCash);
  const differenceOf = (counted: string) => subtractCents(parseAmount(counted) ?? centsOf(amount), centsOf(amount));
  const form = useRecordForm(handInForm, {
    call: 'handInCash',
    initialValues: { counted: amount.toFixed(2) },
    check: ({ counted, reason }) =>
      differenceOf(counted) !== 0 && reason.trim() === '' ? { reason: say`Please say why the cash differs.` } : {},
    body: ({ values }) => ({ locationId, driverId, amount, ...values }),
    doneText: ({ handedIn }) => say`${formatMoney(centsOf(handedIn))} handed in`,
    changes: [DELIVERIES_KEY],
    onDone: onClose,
  });
  const difference = differenceOf(form.draft.counted);
  const shown = formatMoney(cents(Math.abs(difference)));
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`${name} hands in ${sum}?`}
      description={say`Count it together. After that the cash is in the restaurant’s drawer, and the list is empty.`}
      save={say`Hand in`}
      failed={say`This was not handed in`}
      onClose={onClose}
    >
      <MoneyField {...form.at('counted')} />
      {difference !== 0 && (
        <>
          <p>{difference < 0 ? say`${shown} short` : say`${shown} over`}</p>
          <TextField {...form.at('reason')} required />
        </>
      )}
    </EditDialog>
  );
}

function carriedText({ carries }: DriverCash): string {
  return formatMoney(centsOf(carries));
}
