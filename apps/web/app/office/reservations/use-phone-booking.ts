import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { twelveHourText } from '@tiffin/domain/hours';
import { contactProblems } from '@tiffin/domain/order';
import { findConfirmedOwner, phoneLookupStep } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { personByPhone } from '../../shared/api/person-by-phone.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { dayInWords } from '../../shared/reservation/days.ts';
import { RESERVATIONS_KEY, type ReservationLocations, useFreeTimes, useReservationDay } from './use-reservations.ts';

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

type Problems = Partial<Record<keyof Form, string>>;

const EMPTY: Form = {
  locationId: '',
  partySize: 2,
  date: '',
  time: '',
  name: null,
  phone: '',
  email: null,
  specialRequests: '',
};

export type PhoneBooking = ReturnType<typeof usePhoneBooking>;

/** The state of a phone booking, from the number to the free table. */
export function usePhoneBooking(places: ReservationLocations, onClose: () => void) {
  const [form, setForm] = useState<Form>({ ...EMPTY, locationId: places.bookable[0]?.id ?? '' });
  const [problems, setProblems] = useState<Problems>({});
  const { people, regularGuest, choose } = useCaller(form.phone);
  const guest = { name: form.name ?? regularGuest?.name ?? '', email: form.email ?? regularGuest?.email ?? '' };
  const visit = useVisitTime(form);
  const {
    send,
    error: refusal,
    isBusy: isSending,
    clearError,
  } = useQueuedChange('addReservationByPhone', {
    isUncertain: true,
    about: ({ customerInfo, partySize, date, time }) =>
      [
        customerInfo.name,
        partySize === 1 ? say`1 guest` : say`${partySize} guests`,
        dayInWords(date),
        twelveHourText(time),
      ].join(', '),
    changes: [RESERVATIONS_KEY],
    done: (_answer, { customerInfo }) => say`Booked for ${customerInfo.name}`,
  });

  function change(patch: Partial<Form>) {
    setForm((before) => ({ ...before, ...patch }));
    setProblems((before) => {
      const left = { ...before };
      for (const name of Object.keys(patch)) delete left[name as keyof Form];
      return left;
    });
    clearError();
  }

  async function book(): Promise<void> {
    const customer = { name: guest.name.trim(), email: guest.email.trim(), phone: form.phone };
    const found: Problems = contactProblems(customer);
    if (customer.email === '') delete found.email;
    if (visit.date === '') found.date = say`Please choose a date`;
    if (!visit.isFree) found.time = say`Please choose a time`;
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { locationId, partySize, time, specialRequests } = form;
    const customerInfo = { ...customer, firebaseId: regularGuest?.firebaseId ?? null };
    if (await send({ locationId, partySize, date: visit.date, time, customerInfo, specialRequests })) onClose();
    else visit.refetch();
  }

  /** Closing would discard what was already typed for the guest. */
  const isTyped = [form.phone, form.name, form.email, form.specialRequests, form.time].some(Boolean);
  return { form, guest, people, regularGuest, visit, problems, refusal, isSending, isTyped, change, choose, book };
}

/** The lookup step for the typed number; the country code +1 does not count as input. */
export function lookupStepOfNumber(phone: string): ReturnType<typeof phoneLookupStep> {
  return phoneLookupStep(phone.replace(/^\+1/, ''));
}

/** The guests with this number, once it is complete, and the one who calls. */
function useCaller(phone: string) {
  const { search } = lookupStepOfNumber(phone);
  const { data } = useQuery({ ...personByPhone(search ?? ''), enabled: search !== null });
  const people = search === null ? [] : (data?.people ?? []);
  const [chosenId, choose] = useState<string | null>(null);
  return { people, regularGuest: people.find(({ id }) => id === chosenId) ?? findConfirmedOwner(people), choose };
}

/** The chosen day, today if none is chosen, and its free times. */
function useVisitTime({ locationId, partySize, date: chosen, time }: Form) {
  const today = useReservationDay(locationId, null).data?.day;
  const date = chosen || today?.date || '';
  const { data, isPending, refetch } = useFreeTimes(locationId, partySize, date);
  const slots = data?.slots ?? [];
  const isFree = slots.some((slot) => slot.time === time);
  return { today, date, slots, isPending, isFree, refetch: () => void refetch() };
}
