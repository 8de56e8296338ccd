import { CalendarX } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { ForgetMe } from '../../shared/session/forget-me.tsx';
import { useRememberedGuest } from '../../shared/session/remembered-guest.ts';
import { useMe } from '../../shared/site/site.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { phoneHref } from '../../ui/format.ts';
import { IconState } from '../../ui/states.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { AlternativeTimes } from './alternative-times.tsx';
import { ChooseTable, type BookingStart } from './choose-table.tsx';
import { ReservationSentence, SplitPage } from './booking-layout.tsx';
import { texts } from './texts.ts';
import { useAvailableSlots, type AvailableSlots } from './use-availability.ts';
import { useBooking, type BookingRefusal } from './use-booking.ts';
import { type Booking, type BookingChange, type BookingProblems, describeReservation } from './booking.ts';
import styles from './booking.module.css';
import { changeTexts, findTexts } from './change-texts.ts';
import { useSendLinks } from './use-send-links.ts';

interface RefusedProps {
  refusal: BookingRefusal;
  onChange: (change: Partial<Booking>) => void;
}

function RefusedBanner({ refusal: { code, message, isDateRefused, alternatives }, onChange }: RefusedProps) {
  return (
    <Banner tone="bad" announce="alert" title={say`Nothing was booked`}>
      <p>{message}</p>
      {(code === 'slot-unavailable' || code === 'time-full') && !isDateRefused && alternatives.length === 0 && (
        <p>{say`There are no free tables near this time. Please try another day.`}</p>
      )}
      <AlternativeTimes alternatives={alternatives} onChoose={onChange} />
    </Banner>
  );
}

export function BookingPage({ start }: { start: BookingStart }) {
  const { places: locations } = start;
  const me = useMe();
  const remembered = useRememberedGuest();
  const online = useOnline();
  const hydrated = useHydrated();
  const { booking, problems, refusal, isSending, change, reserve } = useBooking(start, me);
  const location = locations.find((each) => each.id === booking.locationId);
  const free = useAvailableSlots(booking.locationId, booking.partySize, booking.date);

  return (
    <SplitPage
      seats={booking.partySize}
      sentence={<ReservationSentence booking={booking} locationName={location?.name ?? ''} />}
    >
      <WaitingReservations />
      <form
        id="booking"
        className={`stack ${styles.form}`}
        noValidate
        // A choice made before hydration would show but not reach the state.
        inert={!hydrated}
        onSubmit={(event) => {
          event.preventDefault();
          reserve();
        }}
      >
        <ChooseTable start={start} booking={booking} problems={problems} free={free} onChange={change} />
        <DetailsForm booking={booking} problems={problems} onChange={change} />
        {me === null && remembered && (
          <ForgetMe className="push-left" onForgotten={() => change({ name: '', email: '', phone: '' })} />
        )}
        <div className="stack gap-12">
          {refusal?.code === 'reservation-exists' && (
            <ExistingReservation {...{ refusal, booking }} phone={location?.phone ?? ''} zone={start.days?.timeZone} />
          )}
          {refusal && refusal.code !== 'reservation-exists' && <RefusedBanner refusal={refusal} onChange={change} />}
          {!online && (
            <Banner tone="offline" announce="status">
              {say`You are offline. Your reservation will be sent as soon as you are connected.`}
            </Banner>
          )}
          <Button type="submit" size="lg" block busy={isSending}>
            {isSending
              ? say`Reserving…`
              : booking.slot
                ? texts.reserveFor(booking.partySize, booking.slot.label)
                : say`Reserve`}
          </Button>
          <p className="hint">{confirmationHint(free.answer?.deposit)}</p>
          <TextLink href={paths.findReservation()}>{say`Already booked? Find your reservation`}</TextLink>
          <noscript>
            <p>
              {say`Booking needs JavaScript. Please call us:`}{' '}
              {locations.map(({ id, name, phone }) => (
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

function confirmationHint(deposit: AvailableSlots['deposit']): string {
  if (!deposit) return say`You’ll get an instant confirmation.`;
  return deposit.isFee
    ? say`Your table is confirmed as soon as you leave a card.`
    : say`Your table is confirmed as soon as the deposit is paid.`;
}

/** Shown when no location takes reservations. */
export function NoTables() {
  return (
    <IconState
      level={1}
      title={say`No tables to book at the moment`}
      text={say`You can still order online.`}
      icon={<CalendarX />}
    >
      <LinkButton href={paths.menuStart()}>{say`See the menu`}</LinkButton>
    </IconState>
  );
}

interface DetailsFormProps {
  booking: Booking;
  problems: BookingProblems;
  onChange: (change: BookingChange) => void;
}

function DetailsForm({ booking, problems, onChange }: DetailsFormProps) {
  return (
    <section className="stack gap-18" aria-labelledby="details-title">
      <h2 id="details-title" className="text-xl">
        {say`Your details`}
      </h2>
      <Field label={say`Full Name`} error={problems.name} required>
        <TextInput
          name="name"
          autoComplete="name"
          placeholder={say`First and last name`}
          value={booking.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <div className={'stack gap-18 two-from-600'}>
        <Field label={say`Email Address`} error={problems.email} required>
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            value={booking.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        </Field>
        <Field label={say`Phone Number`} error={problems.phone} required>
          <PhoneInput value={booking.phone} onValue={(phone) => onChange({ phone })} />
        </Field>
      </div>
      <Field label={say`Special requests`} error={problems.specialRequests} optional>
        <Textarea
          name="specialRequests"
          rows={3}
          maxLength={SPECIAL_REQUESTS_MAX}
          placeholder={texts.requestsPlaceholder}
          value={booking.specialRequests}
          onChange={(event) => onChange({ specialRequests: event.target.value })}
        />
      </Field>
    </section>
  );
}

const secondTableText = (phone: string) => say`A second table for other people? Call ${phone}.`;

interface ExistingReservationProps {
  refusal: BookingRefusal;
  booking: Booking;
  phone: string;
  zone: string | undefined;
}

/**
 * A second reservation was refused. The owner's account is offered to change the first. Others only get its link by
 * mail, because anybody can type another person's address.
 */
function ExistingReservation({ refusal: { message, existing }, booking, phone, zone }: ExistingReservationProps) {
  if (existing === null) return <SendLink message={message} email={booking.email} phone={phone} />;
  const { date, slot, partySize } = booking;
  const hasTime = date !== null && slot !== null;
  const to = paths.changeReservation(existing.reservationId, {
    party: String(partySize),
    date: hasTime ? date : undefined,
    time: hasTime ? slot.time : undefined,
  });
  return (
    <Banner tone="bad" announce="alert" title={say`You already have a table here`}>
      <p>{describeReservation(existing, zone)}</p>
      <p>{say`We hold one table per guest. Do you want to change it instead?`}</p>
      <div className="flex flex-wrap gap-8 above-10">
        <LinkButton size="sm" href={to}>
          {hasTime ? changeTexts.moveToDay(date, slot.label) : say`Change reservation`}
        </LinkButton>
        <LinkButton look="quiet" size="sm" href={paths.reservation(existing.reservationId)}>
          {say`See this reservation`}
        </LinkButton>
      </div>
      <p className="hint">{secondTableText(phoneText(phone))}</p>
    </Banner>
  );
}

function SendLink({ message, email, phone }: { message: string; email: string; phone: string }) {
  const { sentTo, error, isBusy, send } = useSendLinks();
  if (sentTo !== null) {
    return (
      <Banner tone="ok" announce="status" title={say`Check your email`}>
        <p>{findTexts.sent(sentTo)}</p>
        <p>{findTexts.nothingCame(phoneText(phone))}</p>
      </Banner>
    );
  }
  return (
    <Banner tone="bad" announce="alert" title={say`Nothing was booked`}>
      <p>{message}</p>
      <p>{say`Is it yours? We can send its link to your email address. With the link you can change it.`}</p>
      {error !== null && <p>{error}</p>}
      <div className="flex flex-wrap gap-8 above-10">
        <BannerButton label={say`Send the link`} busy={isBusy} onClick={() => void send({ email })} />
      </div>
      <p className="hint">{secondTableText(phoneText(phone))}</p>
    </Banner>
  );
}
