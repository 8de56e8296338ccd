import { UserCheck } from 'lucide-react';
import { addDays, twelveHours } from '@tiffin/domain/hours';
import { PARTY_MAX, PARTY_MIN, contactProblems } from '@tiffin/domain/order';
import { BOOKING_DAYS_AHEAD, SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lookupStep, findConfirmedOwner } from '@tiffin/domain/people';
import { useSite } from '../../shared/site/site.ts';
import { Banner, Problem } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './reservations.module.css';
import { texts } from './texts.ts';
import { type Places, useFreeTimes, useReservationDay } from './use-reservations.ts';
import { dayInWords } from '../../shared/reservation/days.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { personByPhone } from '../../shared/api/person-by-phone.ts';
import { bookingWords } from '../../shared/reservation/reservation-refusals.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import { toast } from '../../ui/toasts.ts';

const FORM = 'phone-booking';

/** Books a table for a guest on the phone. The number comes first, because the guest may be known. */
export function PhoneDialog({ places, onClose }: { places: Places; onClose: () => void }) {
  const booking = usePhoneBooking(places, onClose);
  const {
    form,
    guest,
    problems,
    refusal,
    isSending,
    people,
    known: regularGuest,
    today,
    date,
    free,
    slots,
    isFree,
  } = booking;
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
        {regularGuest && (
          <Banner tone="ok" announce="status" title={texts.existingCustomer} icon={<UserCheck aria-hidden="true" />}>
            {regularGuest.name}, {texts.existingOrders(regularGuest.totalOrders)}
          </Banner>
        )}
        {!regularGuest && people.length > 0 && (
          <Banner tone="info" announce="status" title={texts.existingCustomer} icon={<UserCheck aria-hidden="true" />}>
            {texts.whoIsIt}
            <div className="flex flex-wrap gap-8 above-10">
              {people.map((person) => (
                <Button key={person.id} type="button" look="quiet" onClick={() => choose(person.id)}>
                  {texts.itIs(person.name)}
                  {person.totalOrders > 0 && `, ${texts.existingOrders(person.totalOrders)}`}
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
        <Problem title={texts.addFailed} says={refusal} />
      </form>
    </Dialog>
  );
}

function timeHint(isLoading: boolean, count: number): string {
  if (isLoading) return texts.phoneTimeLoading;
  return count === 0 ? texts.phoneTimeNone : texts.phoneTimeChoose;
}

interface Form {
  readonly locationId: string;
  readonly partySize: number;
  readonly date: string;
  readonly time: string;
  /** Null while untouched; the looked-up name then applies. */
  readonly name: string | null;
  readonly phone: string;
  readonly email: string | null;
  readonly specialRequests: string;
}

/** The state of a phone booking, from the number to the free table. */
function usePhoneBooking(places: Places, onClose: () => void) {
  const client = useQueryClient();
  const [form, setForm] = useState<Form>({
    locationId: places.bookable[0]?.id ?? '',
    partySize: 2,
    date: '',
    time: '',
    name: null,
    phone: '',
    email: null,
    specialRequests: '',
  });
  const [problems, setProblems] = useState<Partial<Record<keyof Form, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [key, setKey] = useState(newKey);
  const people = useGuestsWith(form.phone);
  const [chosenId, choose] = useState<string | null>(null);
  const regularGuest = people.find(({ id }) => id === chosenId) ?? findConfirmedOwner(people);
  const guest = { name: form.name ?? regularGuest?.name ?? '', email: form.email ?? regularGuest?.email ?? '' };
  const today = useReservationDay(form.locationId, null).data?.day;
  const date = form.date || today?.date || '';
  const free = useFreeTimes(form.locationId, form.partySize, date);
  const slots = free.data?.slots ?? [];
  const isFree = slots.some((slot) => slot.time === form.time);

  function change(what: Partial<Form>) {
    setForm((now) => ({ ...now, ...what }));
    setProblems((now) => {
      const left = { ...now };
      for (const name of Object.keys(what)) delete left[name as keyof Form];
      return left;
    });
    setRefusal(null);
    setKey(newKey());
  }

  async function book(): Promise<void> {
    const customer = { name: guest.name.trim(), email: guest.email.trim(), phone: form.phone };
    const found = contactProblems(customer);
    if (customer.email === '') delete found.email;
    const all = {
      ...found,
      ...(date === '' && { date: texts.chooseDate }),
      ...(!isFree && { time: texts.chooseTime }),
    };
    setProblems(all);
    if (Object.keys(all).length > 0) return;
    const body = {
      locationId: form.locationId,
      partySize: form.partySize,
      date,
      time: form.time,
      customerInfo: { ...customer, firebaseId: regularGuest?.firebaseId ?? null },
      specialRequests: form.specialRequests,
    };
    const about = `${customer.name}, ${texts.guests(form.partySize)}, ${dayInWords(date)}, ${twelveHours(form.time)}`;
    setIsSending(true);
    try {
      const outcome = await sendOrQueue<'addReservationByPhone'>({ call: 'addReservationByPhone', body }, about, key);
      onClose();
      if (outcome.queued) return;
      void client.invalidateQueries({ queryKey: ['reservations'] });
      toast.success(texts.added(customer.name));
    } catch (error) {
      setRefusal(bookingWords(error));
      void free.refetch();
    } finally {
      setIsSending(false);
    }
  }

  /** Closing would discard what was already typed for the guest. */
  const isTyped = [form.phone, form.name, form.email, form.specialRequests, form.time].some(Boolean);
  const when = { today, date, free, slots, isFree };
  return {
    form,
    guest,
    problems,
    refusal,
    isSending,
    people,
    known: regularGuest,
    ...when,
    isTyped,
    change,
    choose,
    book,
  };
}

/** The lookup step for the typed number; the country code +1 does not count as input. */
function lookupOf(phone: string): ReturnType<typeof lookupStep> {
  return lookupStep(phone.replace(/^\+1/, ''));
}

/** The guests with this number, once it is complete. */
function useGuestsWith(phone: string) {
  const { search } = lookupOf(phone);
  const { data } = useQuery({ ...personByPhone(search ?? ''), enabled: search !== null });
  return search === null ? [] : (data?.people ?? []);
}
