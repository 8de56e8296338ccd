import { UserCheck } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/order';
import { BOOKING_DAYS_AHEAD, SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './reservations.module.css';
import { texts } from './texts.ts';
import { lookupOf, usePhoneBooking } from './use-phone-booking.ts';
import type { Places } from './use-reservations.ts';

const FORM = 'phone-booking';

/** A host books for somebody on the telephone: the number first, it may be a regular's. */
export function PhoneDialog({ places, onClose }: { places: Places; onClose: () => void }) {
  const booking = usePhoneBooking(places, onClose);
  const { form, guest, problems, refusal, isSending, people, known, today, date, free, slots, isFree } = booking;
  const { change, choose, book, isTyped } = booking;
  const sendsSms = useSite().sends.includes('sms');
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.phoneTitle}
      closeLabel={texts.close}
      dismissable={!isSending}
      unsaved={isTyped}
      footer={
        <Button type="submit" form={FORM} size="lg" block busy={isSending}>
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
          void book();
        }}
      >
        <Field label={texts.phone} error={problems.phone} required hint={lookupOf(form.phone).hint ?? undefined}>
          <PhoneInput value={form.phone} onValue={(phone) => change({ phone })} autoComplete="off" />
        </Field>
        {known && (
          <Banner tone="ok" announce="status" title={texts.known} icon={<UserCheck aria-hidden="true" />}>
            {known.name}, {texts.knownOrders(known.totalOrders)}
          </Banner>
        )}
        {!known && people.length > 0 && (
          <Banner tone="info" announce="status" title={texts.known} icon={<UserCheck aria-hidden="true" />}>
            {texts.whoIsIt}
            <div className="flex flex-wrap gap-8 above-10">
              {people.map((person) => (
                <Button key={person.id} type="button" look="quiet" onClick={() => choose(person.id)}>
                  {texts.itIs(person.name)}
                  {person.totalOrders > 0 && `, ${texts.knownOrders(person.totalOrders)}`}
                </Button>
              ))}
            </div>
          </Banner>
        )}
        <Field label={texts.name} error={problems.name} required>
          <TextInput autoComplete="off" value={guest.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <div className={`stack gap-14 ${styles.two}`}>
          {places.bookable.length > 1 && (
            <Field label={texts.filterLocation}>
              <Select
                value={form.locationId}
                onChange={(event) => change({ locationId: event.target.value, time: '' })}
              >
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
              <option value="">{timeHint(free.isPending, slots.length)}</option>
              {slots.map(({ time, label, seatsLeft }) => (
                <option key={time} value={time}>
                  {label}, {texts.seatsLeft(seatsLeft)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field
          label={texts.email}
          error={problems.email}
          optional
          hint={texts.emailHint[sendsSms ? 'texts' : 'noTexts']}
        >
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            value={guest.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Field label={texts.requests} optional>
          <Textarea
            rows={2}
            maxLength={SPECIAL_REQUESTS_MAX}
            value={form.specialRequests}
            onChange={(event) => change({ specialRequests: event.target.value })}
          />
        </Field>
        {refusal !== null && (
          <Banner tone="bad" announce="alert" title={texts.addFailed}>
            {refusal}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

function timeHint(isLoading: boolean, count: number): string {
  if (isLoading) return texts.phoneTimeLoading;
  return count === 0 ? texts.phoneTimeNone : texts.phoneTimeChoose;
}
