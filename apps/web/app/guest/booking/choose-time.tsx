import { say } from '@tiffin/domain/core';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
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
  onValue: (slot: Slot) => void;
}

export function ChooseReservationTime({ zone, error, ...props }: Props & { zone: string; error: string | undefined }) {
  return (
    <section className="stack gap-14" id="time">
      <h2 className="text-xl">{say`Time`}</h2>
      <Times {...props} />
      <FieldError error={error} />
      <p className="hint">{say`Full times are not shown. All times are ${zone} time.`}</p>
    </section>
  );
}

function Times({
  booking: { date, slot, partySize },
  ownTime,
  free: { answer, problem, isLoading, reload },
  onValue,
}: Props) {
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
  if (answer.slots.length === 0) {
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
          options={slots.map(({ time, label, seatsLeft }) => ({
            value: time,
            label,
            ...hintOf(time === ownTime, seatsLeft),
          }))}
          value={slot?.time ?? null}
          onValue={(time) => {
            const chosen = slots.find((each) => each.time === time);
            if (chosen) onValue(chosen);
          }}
        />
      </div>
    );
  });
}

function hintOf(isOwn: boolean, seatsLeft: number): { hint?: string } {
  if (isOwn) return { hint: say`Yours now` };
  return seatsLeft <= FEW_SEATS ? { hint: seatsLeft === 1 ? say`1 seat left` : say`${seatsLeft} seats left` } : {};
}
