import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { FEW_SEATS, partOfDay, type Booking, type Slot } from './booking.ts';
import { changeTexts } from './change-texts.ts';
import { texts } from './texts.ts';
import type { Availability, AvailableSlots } from './use-availability.ts';
import styles from './booking.module.css';

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
      <h2 className="text-xl">{texts.time}</h2>
      <Times {...props} />
      <FieldError error={error} />
      <p className="hint">{texts.timesHint(zone)}</p>
    </section>
  );
}

function Times({
  booking: { date, slot, partySize },
  ownTime,
  free: { answer, problem, isLoading, reload },
  onValue,
}: Props) {
  if (date === null) return <p className="text-sm weight-600 soft">{texts.chooseDayFirst}</p>;
  if (problem !== null) {
    return (
      <Banner
        tone="bad"
        announce="alert"
        title={texts.timesFailed}
        action={
          <Button look="quiet" size="sm" onClick={reload}>
            {texts.tryAgain}
          </Button>
        }
      >
        {problem}
      </Banner>
    );
  }
  if (answer?.date !== date) {
    return (
      <Loading label={texts.timesLoading}>
        <Skeleton height={112} />
      </Loading>
    );
  }
  if (answer.slots.length === 0) {
    return <p role="status">{answer.isClosed ? texts.closedDay : texts.noTimes(partySize)}</p>;
  }
  return PARTS.map((part) => {
    const slots = answer.slots.filter((each) => partOfDay(each) === part);
    if (slots.length === 0) return null;
    return (
      <div key={part} className="stack gap-14">
        <p className="text-sm weight-600 soft" aria-hidden="true">
          {texts[part]}
        </p>
        <ChoiceTiles
          legend={`${texts.time}, ${texts[part]}`}
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
  if (isOwn) return { hint: changeTexts.yoursNow };
  return seatsLeft <= FEW_SEATS ? { hint: texts.seatsLeft(seatsLeft) } : {};
}
