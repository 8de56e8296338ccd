import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { HALIFAX, say } from '@tiffin/domain/core';
import { PARTY_MAX } from '@tiffin/domain/reservation';
import { phoneText } from '@tiffin/domain/people';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { isFreeTime } from '../../shared/reservation/change-slots.ts';
import { Banner } from '../../ui/banner.tsx';
import { ChoiceTiles, RadioCards } from '../../ui/boxes.tsx';
import { phoneHref } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { PARTY_BUTTONS, takesWaitlist, type Booking, type BookingChange, type BookingProblems } from './booking.ts';
import { ChooseDay } from './choose-day.tsx';
import { DepositNote } from './deposit-note.tsx';
import { ChooseReservationTime } from './choose-time.tsx';
import { FullToday } from './waitlist.tsx';
import {
  daysKey,
  useAvailableDays,
  type Availability,
  type AvailableDays,
  type AvailableSlots,
} from './use-availability.ts';
import styles from './booking.module.css';
import { texts } from './texts.ts';

export interface BookingStart {
  /** Locations that take reservations, sorted by name. */
  readonly places: readonly Pick<Location, 'id' | 'name' | 'address' | 'phone'>[];
  readonly locationId: string;
  readonly partySize: number;
  /** The day in the page's address, if it is free. */
  readonly date: string | null;
  /** Null when loading failed; `problem` has the reason. */
  readonly days: AvailableDays | null;
  readonly problem: string | null;
}

interface ChooseTableProps {
  start: BookingStart;
  booking: Booking;
  problems: BookingProblems;
  free: Availability<AvailableSlots>;
  onChange: (change: BookingChange) => void;
}

/** Choice of location, party size, day and time. Only free days and times are offered. */
export function ChooseTable({ start, booking, problems, free, onChange }: ChooseTableProps) {
  const days = useAvailableDays(booking.locationId, booking.partySize, {
    key: daysKey(start.locationId, start.partySize),
    answer: start.days,
    problem: start.problem,
  });
  const location = useLocations().find(({ id }) => id === booking.locationId);
  return (
    <>
      <section className="stack gap-14">
        <h2 className="text-xl" aria-hidden="true">
          {say`Location`}
        </h2>
        <RadioCards
          legend={say`Location`}
          legendHidden
          columns={2}
          options={start.places.map(({ id, name, address }) => ({ value: id, label: name, hint: address }))}
          value={booking.locationId}
          onValue={(locationId) => onChange({ locationId })}
        />
      </section>
      <ChoosePartyDayTime
        booking={booking}
        problems={problems}
        phone={start.places.find(({ id }) => id === booking.locationId)?.phone}
        days={days}
        free={free}
        offer={
          location &&
          takesWaitlist(location, days.answer?.days[0]) && <FullToday booking={booking} location={location} />
        }
        onChange={onChange}
      />
      {free.answer?.deposit && booking.slot && (
        <DepositNote
          deposit={free.answer.deposit}
          startsAt={startOf(free.answer, booking.slot.time)}
          zone={days.answer?.timeZone}
        />
      )}
    </>
  );
}

const startOf = ({ slots }: AvailableSlots, time: string) => slots.find((slot) => slot.time === time)?.startsAt;

interface TableChoice {
  booking: Pick<Booking, 'partySize' | 'date' | 'slot'>;
  /** Left out while a reservation is changed. */
  problems?: BookingProblems;
  /** Where larger parties call. */
  phone: string | undefined;
  days: Availability<AvailableDays>;
  free: Availability<AvailableSlots>;
  /** The present time of a reservation that is changed. */
  ownTime?: string | undefined;
  /** What else there is, if a day is full. */
  offer?: ReactNode;
  onChange: (change: { partySize?: number; date?: string; slot?: Booking['slot'] }) => void;
}

export function ChoosePartyDayTime({ booking, problems, phone, days, free, ownTime, offer, onChange }: TableChoice) {
  useUnavailableTime(booking, free.answer, () => onChange({ slot: null }));
  return (
    <>
      <ChooseParty
        value={booking.partySize}
        error={problems?.party}
        phone={phone}
        onValue={(partySize) => onChange({ partySize })}
      />
      {days.problem === null ? (
        <ChooseDay
          days={days.answer?.days ?? []}
          value={booking.date}
          error={problems?.day}
          onValue={(date) => onChange({ date })}
        />
      ) : (
        <Banner tone="bad" announce="alert" title={say`The days could not be loaded.`}>
          {days.problem}
        </Banner>
      )}
      {offer}
      {days.answer?.days.every(({ state }) => state !== 'free') && phone && (
        <Banner title={say`No table is free for ${texts.number(booking.partySize)} on these days.`}>
          {say`Please call ${phoneText(phone)}: a larger party may need tables that we put together.`}
        </Banner>
      )}
      <ChooseReservationTime
        booking={booking}
        ownTime={ownTime}
        free={free}
        zone={cityOf(days.answer?.timeZone ?? HALIFAX)}
        error={problems?.time}
        onValue={(slot) => onChange({ slot: slot && { time: slot.time, label: slot.label } })}
      />
    </>
  );
}

/** From this size on, the party is entered as a number. */
const LARGE_PARTY = PARTY_BUTTONS + 1;
const SIZES = Array.from({ length: LARGE_PARTY }, (_, index) => ({
  value: String(index + 1),
  label: index + 1 < LARGE_PARTY ? String(index + 1) : `${LARGE_PARTY}+`,
}));

interface ChoosePartyProps {
  value: number;
  error: string | undefined;
  phone: string | undefined;
  onValue: (size: number) => void;
}

function ChooseParty({ value, error, phone, onValue }: ChoosePartyProps) {
  return (
    <section className="stack gap-14" id="party">
      <h2 className="text-xl" aria-hidden="true">
        {say`Party size`}
      </h2>
      <ChoiceTiles
        legend={say`Party size`}
        legendHidden
        look="solid"
        className={styles.sizes ?? ''}
        options={SIZES}
        value={String(Math.min(value, LARGE_PARTY))}
        error={error ?? null}
        onValue={(size) => onValue(Number(size))}
      />
      {value >= LARGE_PARTY && (
        <div className={`row flex-wrap ${styles.more}`}>
          <span className="text-sm weight-600 soft">{say`How many of you?`}</span>
          <Stepper label={say`guest`} value={value} onValue={onValue} min={LARGE_PARTY} max={PARTY_MAX} />
          <span className="hint">
            {say`Up to ${PARTY_MAX} guests. For more, please call us:`}{' '}
            {phone && <a href={phoneHref(phone)}>{phoneText(phone)}</a>}
          </span>
        </div>
      )}
    </section>
  );
}

/** When another guest takes the chosen time, clears it and says so. */
function useUnavailableTime(
  { date, slot }: Pick<Booking, 'date' | 'slot'>,
  answer: Pick<AvailableSlots, 'date' | 'slots'> | null,
  clear: () => void,
): void {
  const isRemoved =
    slot !== null &&
    answer !== null &&
    answer.date === date &&
    !answer.slots.some((each) => each.time === slot.time && isFreeTime(each));
  const notify = useEffectEvent(() => {
    if (slot) toast.warning(say`${slot.label} has just been taken. Please choose another time.`, { id: 'time-taken' });
    clear();
  });
  useEffect(() => {
    if (isRemoved) notify();
  }, [isRemoved]);
}

/** 'America/Halifax' → 'Halifax' */
function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
