import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { twelveHours } from '@tiffin/domain/hours';
import { contactProblems } from '@tiffin/domain/order';
import { lookupStep, surelyMeant } from '@tiffin/domain/people';
import { dayInWords } from '../../shared/reservation/days.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { personByPhone } from '../../shared/api/person-by-phone.ts';
import { bookingWords } from '../../shared/reservation/reservation-refusals.ts';
import { doOrWait } from '../../shared/offline/do-or-wait.ts';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import { type Places, useFreeTimes, useReservationDay } from './use-reservations.ts';

interface Form {
  readonly locationId: string;
  readonly partySize: number;
  readonly date: string;
  readonly time: string;
  /** Null while nobody typed: what the number says holds. */
  readonly name: string | null;
  readonly phone: string;
  readonly email: string | null;
  readonly specialRequests: string;
}

/** A booking taken on the telephone, from the number to the free table. */
export function usePhoneBooking(places: Places, onClose: () => void) {
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
  const known = people.find(({ id }) => id === chosenId) ?? surelyMeant(people);
  const guest = { name: form.name ?? known?.name ?? '', email: form.email ?? known?.email ?? '' };
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
      customerInfo: { ...customer, firebaseId: known?.firebaseId ?? null },
      specialRequests: form.specialRequests,
    };
    const about = `${customer.name}, ${texts.guests(form.partySize)}, ${dayInWords(date)}, ${twelveHours(form.time)}`;
    setIsSending(true);
    try {
      const outcome = await doOrWait<'addReservationByPhone'>({ call: 'addReservationByPhone', body }, about, key);
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

  /** Something the guest said would be lost. */
  const isTyped = [form.phone, form.name, form.email, form.specialRequests, form.time].some(Boolean);
  const when = { today, date, free, slots, isFree };
  return { form, guest, problems, refusal, isSending, people, known, ...when, isTyped, change, choose, book };
}

/** What the field does with what is typed so far; the country's +1 is not the guest's. */
export function lookupOf(phone: string): ReturnType<typeof lookupStep> {
  return lookupStep(phone.replace(/^\+1/, ''));
}

/** The people with this number, once it is whole. */
function useGuestsWith(phone: string) {
  const { search } = lookupOf(phone);
  const { data } = useQuery({ ...personByPhone(search ?? ''), enabled: search !== null });
  return search === null ? [] : (data?.people ?? []);
}
