import { say } from '@tiffin/domain/core';
import { nearestFreeSlots } from '@tiffin/domain/reservation';
import { useState } from 'react';
import { isFreeTime } from '../../shared/reservation/change-slots.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { AlternativeTimes } from './alternative-times.tsx';
import { FEW_SEATS, partOfDay, type Booking, type Slot } from './booking.ts';
import { texts } from './texts.ts';
import type { Availability, AvailableSlots } from './use-availability.ts';
import styles from './booking.module.css';

const PART_NAMES = { lunch: say`Lunch and afternoon`, evening: say`Evening`, afterMidnight: say`After midnight` };

const PARTS = ['lunch', 'evening', 'afterMidnight'] as const;

interface Props {
  booking: Pick<Booking, 'date' | 'slot' | 'partySize'>;
  /** The present time of a reservation that is changed. */
  ownTime?: string | undefined;
  free: Availability<AvailableSlots>;
  /** Null for a time that is full. */
  onValue: (slot: Slot | null) => void;
}

/** The times of the chosen day, by part of the day. A full one leads to the nearest free ones. */
export function ChooseReservationTime({ zone, error, ...props }: Props & { zone: string; error: string | undefined }) {
  return (
    <section className="stack gap-14" id="time">
      <h2 className="text-xl">{say`Time`}</h2>
      <Times {...props} />
      <FieldError error={error} />
      <p className="hint">
        {props.free.answer?.slots.some((each) => !isFreeTime(each))
          ? say`Full times are grey. Choose one to see what is close to it. All times are ${zone} time.`
          : say`Full times are not shown. All times are ${zone} time.`}
      </p>
    </section>
  );
}

function Times({
  booking: { date, slot, partySize },
  ownTime,
  free: { answer, problem, isLoading, reload },
  onValue,
}: Props) {
  const [chosenFull, setChosenFull] = useState<Slot | null>(null);
  if (date === null) return <p className="text-sm weight-600 soft">{say`Choose a day to see its free times.`}</p>;
  if (problem !== null) {
    return (
      <Banner
        tone="bad"
        announce="alert"
        title={say`The free times could not be loaded.`}
        action={<BannerButton label={say`Try Again`} onClick={reload} />}
      >
        {problem}
      </Banner>
    );
  }
  if (answer?.date !== date) {
    return (
      <Loading label={say`Looking for free times…`}>
        <Skeleton height={112} />
      </Loading>
    );
  }
  const free = answer.slots.filter(isFreeTime);
  const full = slot ? undefined : answer.slots.find((each) => each.time === chosenFull?.time && !isFreeTime(each));
  if (free.length === 0) {
    return <p role="status">{answer.isClosed ? say`We are closed on this day.` : texts.noTimes(partySize)}</p>;
  }
  return PARTS.map((part) => {
    const slots = answer.slots.filter((each) => partOfDay(each) === part);
    if (slots.length === 0) return null;
    return (
      <div key={part} className="stack gap-14">
        <p className="text-sm weight-600 soft" aria-hidden="true">
          {PART_NAMES[part]}
        </p>
        <ChoiceTiles
          legend={`${say`Time`}, ${PART_NAMES[part]}`}
          legendHidden
          name="time"
          look="solid"
          className={classNames(isLoading && styles.loading)}
          options={slots.map((each) => ({
            value: each.time,
            label: each.label,
            isFaded: !isFreeTime(each),
            hint: hintOf(each, each.time === ownTime),
          }))}
          value={full?.time ?? slot?.time ?? null}
          onValue={(time) => {
            const chosen = slots.find((each) => each.time === time);
            setChosenFull(chosen && !isFreeTime(chosen) ? chosen : null);
            if (chosen) onValue(isFreeTime(chosen) ? chosen : null);
          }}
        />
        {full && partOfDay(full) === part && (
          <div role="status">
            <p className="weight-600">{say`${full.label} is full for ${texts.number(partySize)}.`}</p>
            <AlternativeTimes
              alternatives={nearest(free, full)}
              onChoose={({ slot: chosen }) => onValue(free.find(({ time }) => time === chosen.time) ?? null)}
            />
          </div>
        )}
      </div>
    );
  });
}

function nearest(free: readonly Slot[], to: Slot) {
  const times = free.map((slot) => ({ ...slot, startsAt: new Date(slot.startsAt) }));
  return nearestFreeSlots(times, new Date(to.startsAt));
}

function hintOf({ seatsLeft, available }: Slot, isOwn: boolean): string | undefined {
  if (isOwn) return say`Yours now`;
  // Where stays are counted, a time is free or full for the party, and seats are not counted.
  if (available !== undefined) return available ? undefined : say`Full`;
  if (seatsLeft > FEW_SEATS) return undefined;
  return seatsLeft === 1 ? say`1 seat left` : say`${seatsLeft} seats left`;
}
