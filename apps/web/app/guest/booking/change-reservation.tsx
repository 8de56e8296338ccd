import { CalendarX } from 'lucide-react';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { twelveHourText } from '@tiffin/domain/hours';
import { phoneText } from '@tiffin/domain/people';
import {
  isSameDetails,
  needsNewSeats,
  SPECIAL_REQUESTS_MAX,
  type ReservationDetails,
} from '@tiffin/domain/reservation';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { type Answer, api, type Body } from '../../shared/api/api.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { seatsToFind, slotsForChange } from '../../shared/reservation/change-slots.ts';
import { dayInWords } from '../../shared/reservation/date-texts.ts';
import type { Location } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { IconState } from '../../ui/states.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { toast } from '../../ui/toasts.ts';
import { AlternativeTimes } from './alternative-times.tsx';
import { describeReservation, type Reservation, parseAlternatives } from './booking.ts';
import { ReservationSentence, SplitPage } from './booking-layout.tsx';
import styles from './booking.module.css';
import {
  changeLabel,
  daysForChange,
  type ChangeChoice,
  type ChangePreset,
  chosenDetails,
  firstChoice,
} from './change-choice.ts';
import { changeTexts } from './change-texts.ts';
import { ChoosePartyDayTime } from './choose-table.tsx';
import { texts } from './texts.ts';
import {
  daysKey,
  useAvailableDays,
  useAvailableSlots,
  type AvailableDays,
  type AvailableSlots,
} from './use-availability.ts';

interface Props {
  view: Answer<'getReservation'>;
  location: Pick<Location, 'phone' | 'timeZone' | 'countsStays'> | null;
  days: { readonly answer: AvailableDays | null; readonly problem: string | null };
  preset: ChangePreset;
  token: string | undefined;
}

/** Changes a reservation. The old one stays until the new one is confirmed. */
export function ChangeReservation(props: Props) {
  const { view, location, token } = props;
  if (view.canCancel) return <ChangeForm key={view.reservation.id} {...props} />;
  return (
    <IconState
      level={1}
      title={say`This reservation can no longer be changed here`}
      text={location ? say`Call us at ${phoneText(location.phone)}, and we will see what we can do.` : undefined}
      icon={<CalendarX />}
    >
      <LinkButton
        href={paths.reservation(view.reservation.reservationId, token)}
      >{say`See the reservation`}</LinkButton>
    </IconState>
  );
}

function ChangeForm({ view, location, days, preset, token }: Props) {
  const hydrated = useHydrated();
  const online = useOnline();
  const { current, choice, details, problem, refusal, isSending, change, save } = useChange(
    view.reservation,
    preset,
    token,
  );
  const before = current.reservationDetails;
  return (
    <SplitPage
      seats={choice.partySize}
      sentence={
        <div className="stack gap-12">
          <ReservationSentence booking={choice} locationName={current.locationName} />
          <p className="on-brand-soft">{changeTexts.keepsNumber(current.reservationId)}</p>
        </div>
      }
    >
      <form
        className={`stack ${styles.form}`}
        noValidate
        // A choice made before hydration would show but not reach the state.
        inert={!hydrated}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <ChooseChange current={current} choice={choice} days={days} location={location} onChange={change} />
        <section className="stack gap-14">
          <Field label={say`Special requests`} optional>
            <Textarea
              rows={3}
              maxLength={SPECIAL_REQUESTS_MAX}
              placeholder={texts.requestsPlaceholder}
              value={choice.specialRequests}
              onChange={(event) => change({ specialRequests: event.target.value })}
            />
          </Field>
        </section>
        <div className="stack gap-12">
          <Comparison before={before} after={details} />
          {refusal && (
            <Banner tone="bad" announce="alert" title={say`Nothing was changed`}>
              <p>{refusal.message}</p>
              <p>{say`${endWithFullStop(describeReservation(current, location?.timeZone))} This is still yours.`}</p>
              <AlternativeTimes alternatives={refusal.alternatives} onChoose={change} />
            </Banner>
          )}
          {!online && (
            <Banner tone="offline" announce="status">
              {say`You are offline. Your reservation stays as it is. Change it when you are connected.`}
            </Banner>
          )}
          <div role="alert">
            <FieldError error={problem} />
          </div>
          <Button type="submit" size="lg" block busy={isSending}>
            {isSending ? say`Changing…` : changeLabel(before, details)}
          </Button>
          <p className="hint">{hintOf(before, details)}</p>
          <LinkButton look="quiet" href={paths.reservation(current.reservationId, token)}>
            {say`Keep it as it is`}
          </LinkButton>
        </div>
      </form>
    </SplitPage>
  );
}

function hintOf(before: ReservationDetails, after: ReservationDetails | null): string {
  const isOnlyRequests = after !== null && !needsNewSeats(before, after) && before.partySize === after.partySize;
  const isChanged = after === null || !isSameDetails(before, after);
  return isChanged && isOnlyRequests
    ? say`Time and table stay as they are.`
    : say`Your ${twelveHourText(before.time)} stays yours until the change is confirmed.`;
}

interface ChooseChangeProps {
  current: Reservation;
  choice: ChangeChoice;
  days: Props['days'];
  location: Props['location'];
  onChange: (change: Partial<ChangeChoice>) => void;
}

/** Party, day and time. The present time stays free for this reservation. */
function ChooseChange({ current, choice, days: initial, location, onChange }: ChooseChangeProps) {
  const { timeZone: zone, phone, countsStays } = location ?? {};
  const { location: locationId, reservationDetails: own } = current;
  const { partySize } = choice;
  const days = useAvailableDays(locationId, partySize, { key: daysKey(locationId, partySize), ...initial });
  // Where stays are counted, the server treats this reservation's table as free; elsewhere slotsForChange does.
  const seats = countsStays ? partySize : seatsToFind(current, choice);
  const loaded = useAvailableSlots(locationId, seats, choice.date, countsStays ? current.id : undefined);
  const slotsOf = ({ date, slots }: AvailableSlots) =>
    date !== choice.date ? [] : countsStays ? slots : slotsForChange(slots, current, choice, zone);
  const answer = loaded.answer && { ...loaded.answer, slots: slotsOf(loaded.answer) };
  const shownDays = days.answer && { ...days.answer, days: daysForChange(days.answer.days, current) };
  return (
    <ChoosePartyDayTime
      booking={choice}
      phone={phone}
      days={{ ...days, answer: shownDays }}
      free={{ ...loaded, answer }}
      ownTime={choice.date === own.date ? own.time : undefined}
      onChange={onChange}
    />
  );
}

function Comparison({ before, after }: { before: ReservationDetails; after: ReservationDetails | null }) {
  const rows = [
    [say`Day`, (details: ReservationDetails) => dayInWords(details.date)],
    [say`Time`, (details: ReservationDetails) => twelveHourText(details.time)],
    [say`Guests`, (details: ReservationDetails) => texts.guestCount(details.partySize)],
    [say`Requests`, (details: ReservationDetails) => details.specialRequests ?? say`None`],
  ] as const;
  return (
    <table className={`full-width break-anywhere ${styles.compare}`}>
      <caption className="sr-only">{say`The reservation now and after the change`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{say`Detail`}</span>
          </th>
          <th scope="col">{say`Now`}</th>
          <th scope="col">{say`New`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, textOf]) => {
          const [now, next] = [textOf(before), after && textOf(after)];
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{now}</td>
              <td>{next === null || next === now ? next : <b>{next}</b>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ChangeRefusal {
  readonly message: string;
  readonly alternatives: ReturnType<typeof parseAlternatives>;
}

function useChange(first: Reservation, preset: ChangePreset, token: string | undefined) {
  const navigate = useNavigate();
  const [current, setCurrent] = useState(first);
  const [choice, setChoice] = useState(() => firstChoice(first, preset));
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const details = chosenDetails(choice);

  function change(patch: Partial<ChangeChoice>): void {
    const isOtherDay = patch.date !== undefined && patch.date !== choice.date && patch.slot === undefined;
    const next = { ...choice, ...patch };
    setChoice(isOtherDay ? { ...next, slot: null } : next);
    setProblem(null);
    setRefusal(null);
  }

  const { send, isBusy: isSending } = useAction(
    async (body: Body<'changeReservation'>, options) => {
      await api('changeReservation', { body }, options);
      toast.success(say`Your reservation is changed`);
      await navigate(paths.reservation(current.reservationId, token));
    },
    {
      onFailed(error) {
        const newer = conflictingVersion<Reservation>(error, { name: 'reservation', fields: ['reservationId'] });
        if (newer) setCurrent(newer);
        setRefusal({
          message: newer
            ? say`This reservation was changed somewhere else in the meantime. “Now” shows how it is. Please check your choice and send it again.`
            : reservationErrorText(error),
          alternatives: error instanceof ApiError ? parseAlternatives(error.details) : [],
        });
        return true;
      },
    },
  );

  function save(): void {
    if (isSending) return;
    if (details === null) return setProblem(say`Please choose a time`);
    if (isSameDetails(current.reservationDetails, details))
      return setProblem(say`Nothing is different yet. Choose another day, time, party size or request.`);
    const { id: reservationId, version } = current;
    setRefusal(null);
    void send({ reservationId, token, ...details, version });
  }

  return { current, choice, details, problem, refusal, isSending, change, save };
}
