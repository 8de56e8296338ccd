import { useEffect, useEffectEvent } from 'react';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { HALIFAX } from '@tiffin/domain/core';
import { phoneText } from '@tiffin/domain/people';
import { phoneHref } from '../../ui/format.ts';
import { useMe, type Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './booking-page.module.css';
import type { Booking } from './booking.ts';
import { ChooseDay } from './choose-day.tsx';
import { ChooseParty } from './choose-party.tsx';
import { ChooseTime } from './choose-time.tsx';
import { DetailsForm } from './details-form.tsx';
import { Sentence } from './sentence.tsx';
import { SplitPage } from './split-page.tsx';
import { texts } from './texts.ts';
import { daysKey, useDays, useSlots, type Days } from './use-availability.ts';
import { useBooking, type Refusal } from './use-booking.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';

export interface BookingStart {
  /** Where tables can be booked, by name. */
  readonly places: readonly Pick<Location, 'id' | 'name' | 'address' | 'phone'>[];
  readonly locationId: string;
  readonly partySize: number;
  /** Null when they cannot be told; `problem` says why. */
  readonly days: Days | null;
  readonly problem: string | null;
}

/** Booking a table: three taps and three fields, and a sentence that fills in. */
export function BookingPage({ start }: { start: BookingStart }) {
  const { places } = start;
  const me = useMe();
  const online = useOnline();
  const hydrated = useHydrated();
  const first: Booking = {
    locationId: start.locationId,
    partySize: start.partySize,
    date: null,
    slot: null,
    name: me?.displayName ?? '',
    email: me?.email ?? '',
    phone: me?.phoneNumber ?? '',
    specialRequests: '',
  };
  const today = start.days?.days[0]?.date ?? '';
  const { booking, problems, refusal, isSending, change, reserve } = useBooking(first, {
    uid: me?.uid ?? null,
    today,
    places,
  });
  const days = useDays(booking.locationId, booking.partySize, {
    key: daysKey(start.locationId, start.partySize),
    answer: start.days,
    problem: start.problem,
  });
  const free = useSlots(booking.locationId, booking.partySize, booking.date);
  useGoneTime(booking, free.answer, () => change({ slot: null }));
  const place = places.find((each) => each.id === booking.locationId);

  return (
    <SplitPage seats={booking.partySize} sentence={<Sentence booking={booking} place={place?.name ?? ''} />}>
      <WaitingReservations />
      <form
        id="booking"
        className={`stack ${styles.form}`}
        noValidate
        // What is chosen before the page is alive would be seen but not known.
        inert={!hydrated}
        onSubmit={(event) => {
          event.preventDefault();
          void reserve();
        }}
      >
        <section className="stack gap-14">
          <h2 aria-hidden="true">{texts.location}</h2>
          <RadioCards
            legend={texts.location}
            legendHidden
            columns={2}
            options={places.map(({ id, name, address }) => ({ value: id, label: name, hint: address }))}
            value={booking.locationId}
            onValue={(locationId) => change({ locationId })}
          />
        </section>
        <ChooseParty value={booking.partySize} error={problems.party} onValue={(partySize) => change({ partySize })} />
        {days.problem === null ? (
          <ChooseDay
            days={days.answer?.days ?? []}
            value={booking.date}
            error={problems.day}
            onValue={(date) => change({ date })}
          />
        ) : (
          <Banner tone="bad" announce="alert" title={texts.daysFailed}>
            {days.problem}
          </Banner>
        )}
        <ChooseTime
          booking={booking}
          free={free}
          zone={cityOf(days.answer?.timeZone ?? HALIFAX)}
          error={problems.time}
          onValue={({ time, label }) => change({ slot: { time, label } })}
        />
        <DetailsForm booking={booking} problems={problems} onChange={change} />
        <div className="stack gap-12">
          {refusal && <Refused refusal={refusal} signedIn={me !== null} onChange={change} />}
          {!online && (
            <Banner tone="offline" announce="status">
              {texts.offline}
            </Banner>
          )}
          <Button type="submit" size="lg" block busy={isSending}>
            {isSending
              ? texts.reserving
              : booking.slot
                ? texts.reserveFor(booking.partySize, booking.slot.label)
                : texts.reserve}
          </Button>
          <p className="hint">{texts.reserveHint}</p>
          <noscript>
            <p>
              {texts.noScript}{' '}
              {places.map(({ id, name, phone }) => (
                <a key={id} href={phoneHref(phone)}>
                  {name} {phoneText(phone)}
                </a>
              ))}
            </p>
          </noscript>
        </div>
      </form>
    </SplitPage>
  );
}

/** Somebody else took the chosen time while the guest was writing. */
function useGoneTime(
  { date, slot }: Booking,
  answer: { readonly date: string; readonly slots: readonly { readonly time: string }[] } | null,
  forget: () => void,
): void {
  const isGone =
    slot !== null && answer !== null && answer.date === date && !answer.slots.some((each) => each.time === slot.time);
  const tell = useEffectEvent(() => {
    if (slot) toast.warning(texts.timeTaken(slot.label), { id: 'time-taken' });
    forget();
  });
  useEffect(() => {
    if (isGone) tell();
  }, [isGone]);
}

function Refused({
  refusal: { code, words, alternatives },
  signedIn,
  onChange,
}: {
  refusal: Refusal;
  signedIn: boolean;
  onChange: (change: Partial<Booking>) => void;
}) {
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={texts.problem}
      {...(code === 'reservation-exists' &&
        signedIn && {
          action: (
            <LinkButton look="quiet" size="sm" href={paths.dashboard()}>
              {texts.yours}
            </LinkButton>
          ),
        })}
    >
      <p>{words}</p>
      {code === 'slot-unavailable' && alternatives.length === 0 && <p>{texts.takenSoon}</p>}
      {alternatives.length > 0 && (
        <div className="flex flex-wrap gap-8 above-10" role="group" aria-label={texts.alternatives}>
          {alternatives.map(({ date, time, label }) => (
            <Button
              key={`${date} ${time}`}
              look="quiet"
              size="sm"
              onClick={() => onChange({ date, slot: { time, label } })}
            >
              {texts.alternative(date, label)}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}

/** 'America/Halifax' → 'Halifax' */
function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
