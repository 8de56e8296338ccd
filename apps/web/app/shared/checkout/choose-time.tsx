import { useState } from 'react';
import { promisesArrival, type OrderType } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../api/api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { errorText } from '../errors/error-text.ts';
import { chosenInstant, type OrderTime } from '../cart/order-time.ts';
import { dayOfMonth, weekdayShort } from '../reservation/date-texts.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { ChoiceTiles, RadioCards } from '../../ui/boxes.tsx';
import { formatTime } from '../../ui/format.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

type Times = Answer<'getReadyTimes'>;

interface TimesRequest {
  readonly locationId: string;
  readonly orderType: OrderType;
  readonly dishes: number;
  readonly wayMinutes: number;
  readonly by: 'guest' | 'till';
}

/** The available times, reloaded when the order changes and on request. */
export function useTimes(
  { dishes, wayMinutes, ...rest }: TimesRequest,
  { isEnabled, unavailableTime = null }: { readonly isEnabled: boolean; readonly unavailableTime?: string | null },
) {
  const query = { dishes: String(dishes), wayMinutes: String(wayMinutes), ...rest };
  return useAnswer(isEnabled ? JSON.stringify([query, unavailableTime]) : null, (signal) =>
    api('getReadyTimes', { query }, { signal }),
  );
}

/** As soon as possible, or a day and a quarter of an hour. Only available times are listed. */
export function ChooseTime({
  location,
  orderType,
  dishes,
  wayMinutes = 0,
  value,
  onValue,
  soonest,
  unavailableTime = null,
  by = 'guest',
}: {
  location: { readonly id: string; readonly timeZone: string };
  orderType: OrderType;
  dishes: number;
  /** The time for the delivery, if known. */
  wayMinutes?: number;
  value: OrderTime;
  onValue: (at: OrderTime) => void;
  /** The ready time as soon as possible; null if unknown. */
  soonest: string | null;
  /** A chosen time that is no longer available. */
  unavailableTime?: string | null;
  /** At the till a pause does not prevent orders. */
  by?: TimesRequest['by'];
}) {
  const isLater = value !== 'asap';
  const {
    answer: times,
    error,
    again,
  } = useTimes({ locationId: location.id, orderType, dishes, wayMinutes, by }, { isEnabled: isLater, unavailableTime });
  const chosen = chosenInstant(value);
  const [day, setDay] = useState<string | null>(null);
  return (
    <div className="stack gap-14">
      <RadioCards<'asap' | 'later'>
        legend={say`When`}
        legendHidden
        value={isLater ? 'later' : 'asap'}
        onValue={(when) => onValue(when === 'asap' ? 'asap' : 'unchosen')}
        options={[
          {
            value: 'asap',
            label: say`As soon as possible`,
            hint:
              soonest && (promisesArrival(orderType) ? say`Arriving about ${soonest}` : say`Ready about ${soonest}`),
          },
          {
            value: 'later',
            label: say`Schedule for later`,
            hint:
              chosen === null
                ? say`Up to 7 days ahead, every 15 minutes`
                : formatTime(chosen, 'weekday-time', location.timeZone),
          },
        ]}
      />
      {isLater && unavailableTime !== null && (
        <p className="text-sm weight-600" role="status">
          {say`${formatTime(unavailableTime, 'weekday-time', location.timeZone)} is no longer available. Please choose another time.`}
        </p>
      )}
      {isLater && times === null && error === null && (
        <Loading label={say`Loading the times…`}>
          <Skeleton height={112} />
        </Loading>
      )}
      {isLater && error !== null && (
        <Banner
          tone="bad"
          announce="alert"
          title={say`The times could not be loaded.`}
          action={<BannerButton label={say`Try Again`} onClick={again} />}
        >
          {errorText(error)}
        </Banner>
      )}
      {isLater && times !== null && error === null && (
        <Days times={times} day={day} onDay={setDay} chosen={chosen} onValue={onValue} />
      )}
    </div>
  );
}

interface DaysProps {
  times: Times;
  day: string | null;
  onDay: (date: string) => void;
  chosen: string | null;
  onValue: (at: OrderTime) => void;
}

function Days({ times: { days, timeZone }, day: picked, onDay, chosen, onValue }: DaysProps) {
  const dayOfChosen = days.find(({ times }) => chosen !== null && times.includes(chosen));
  const day = days.find(({ date }) => date === picked) ?? dayOfChosen ?? days[0];
  if (!day) return <p role="status">{say`No times are left in the next days. Please call us.`}</p>;
  return (
    <>
      <ChoiceTiles
        legend={say`Day`}
        value={day.date}
        onValue={(date) => {
          onDay(date);
          // A time that was chosen on another day does not apply to this one.
          onValue('unchosen');
        }}
        options={days.map(({ date }) => ({ value: date, label: `${weekdayShort(date)} ${dayOfMonth(date)}` }))}
      />
      <ChoiceTiles
        legend={say`Time`}
        look="solid"
        value={chosen}
        onValue={(at) => onValue(at as OrderTime)}
        options={day.times.map((at) => ({ value: at, label: formatTime(at, 'time', timeZone) }))}
      />
    </>
  );
}
