import { UserCheck } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/order';
import { BOOKING_DAYS_AHEAD, SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { useSite } from '../../shared/site/site.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './reservations.module.css';
import { texts } from './texts.ts';
import { lookupStepOfNumber, usePhoneBooking, type PhoneBooking } from './use-phone-booking.ts';
import type { ReservationLocations } from './use-reservations.ts';

const FORM = 'phone-booking';

/** Books a table for a guest on the phone. The number comes first, because the guest may be known. */
export function PhoneBookingDialog({ places, onClose }: { places: ReservationLocations; onClose: () => void }) {
  const booking = usePhoneBooking(places, onClose);
  const { form, guest, problems, change } = booking;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.phoneTitle}
      closeLabel={texts.close}
      dismissable={!booking.isSending}
      unsaved={booking.isTyped}
      footer={
        <Button type="submit" form={FORM} size="lg" block busy={booking.isSending}>
          {texts.add}
        </Button>
      }
    >
      <form
        id={FORM}
        className="stack gap-14"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void booking.book();
        }}
      >
        <Field
          label={texts.phone}
          error={problems.phone}
          required
          hint={lookupStepOfNumber(form.phone).hint ?? undefined}
        >
          <PhoneInput value={form.phone} onValue={(phone) => change({ phone })} autoComplete="off" />
        </Field>
        <CallerBanner booking={booking} />
        <Field label={texts.name} error={problems.name} required>
          <TextInput autoComplete="off" value={guest.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <VisitFields booking={booking} places={places} />
        <EmailField booking={booking} />
        <Field label={texts.requests} optional>
          <Textarea
            rows={2}
            maxLength={SPECIAL_REQUESTS_MAX}
            value={form.specialRequests}
            onChange={(event) => change({ specialRequests: event.target.value })}
          />
        </Field>
        <ErrorBanner title={texts.addFailed} says={booking.refusal} />
      </form>
    </Dialog>
  );
}

/** The guest with this number, or the question which of several it is. */
function CallerBanner({ booking: { regularGuest, people, choose } }: { booking: PhoneBooking }) {
  if (!regularGuest && people.length === 0) return null;
  return (
    <Banner
      tone={regularGuest ? 'ok' : 'info'}
      announce="status"
      title={texts.existingCustomer}
      icon={<UserCheck aria-hidden="true" />}
    >
      {regularGuest ? (
        <>
          {regularGuest.name}, {texts.existingOrders(regularGuest.totalOrders)}
        </>
      ) : (
        <>
          {texts.whoIsIt}
          <div className="flex flex-wrap gap-8 above-10">
            {people.map((person) => (
              <Button key={person.id} type="button" look="quiet" onClick={() => choose(person.id)}>
                {texts.itIs(person.name)}
                {person.totalOrders > 0 && `, ${texts.existingOrders(person.totalOrders)}`}
              </Button>
            ))}
          </div>
        </>
      )}
    </Banner>
  );
}

/** Where, how many, which day and at what time. */
function VisitFields({
  booking: { form, problems, change, visit },
  places,
}: {
  booking: PhoneBooking;
  places: ReservationLocations;
}) {
  const { today, date, slots, isFree } = visit;
  return (
    <div className={`stack gap-14 ${styles.two}`}>
      {places.bookable.length > 1 && (
        <Field label={texts.filterLocation}>
          <Select value={form.locationId} onChange={(event) => change({ locationId: event.target.value, time: '' })}>
            {places.bookable.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className={`grid gap-6 items-start ${styles.phoneParty}`}>
        <span className="weight-600">{texts.party}</span>
        <Stepper
          label={texts.guestsUnit(1)}
          value={form.partySize}
          min={PARTY_MIN}
          max={PARTY_MAX}
          onValue={(partySize) => change({ partySize })}
        />
      </div>
      <Field label={texts.phoneDate} error={problems.date} required>
        <TextInput
          type="date"
          value={date}
          {...(today && { min: today.date, max: addDays(today.date, BOOKING_DAYS_AHEAD) })}
          onChange={(event) => change({ date: event.target.value, time: '' })}
        />
      </Field>
      <Field label={texts.phoneTime} error={problems.time} required>
        <Select value={isFree ? form.time : ''} onChange={(event) => change({ time: event.target.value })}>
          <option value="">{timeHint(visit.isPending, slots.length)}</option>
          {slots.map(({ time, label, seatsLeft }) => (
            <option key={time} value={time}>
              {label}, {texts.seatsLeft(seatsLeft)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function timeHint(isLoading: boolean, count: number): string {
  if (isLoading) return texts.phoneTimeLoading;
  return count === 0 ? texts.phoneTimeNone : texts.phoneTimeChoose;
}

function EmailField({ booking: { guest, problems, change } }: { booking: PhoneBooking }) {
  const sendsSms = useSite().sends.includes('sms');
  return (
    <Field label={texts.email} error={problems.email} optional hint={texts.emailHint[sendsSms ? 'texts' : 'noTexts']}>
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={guest.email}
        onChange={(event) => change({ email: event.target.value })}
      />
    </Field>
  );
}
