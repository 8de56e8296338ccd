import { withoutUndefined } from '@tiffin/domain/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { bookingErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { startLocation } from '../../shared/cart/start-location.ts';
import { rememberedGuest, rememberGuestOfReservation } from '../../shared/session/remembered-guest.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import {
  parseAlternatives,
  bookingProblems,
  applyBookingChange,
  pathOfLink,
  type Booking,
  type BookingChange,
  type BookingProblems,
  type Reservation,
} from './booking.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { dayInSentence } from '../../shared/reservation/date-texts.ts';
import type { BookingStart } from './choose-table.tsx';
import { deleteBookingDraft, saveBookingDraft, readBookingDraft } from './draft.ts';
import { texts } from './texts.ts';

export type BookingRefusal = {
  readonly code: string;
  readonly message: string;
  /** No table can be booked on this day at all, and `message` says why. */
  readonly isDateRefused: boolean;
  readonly alternatives: ReturnType<typeof parseAlternatives>;
  /** The guest's existing reservation, if their account owns it. */
  readonly existing: Reservation | null;
};

interface DraftContext {
  /** The owner of the draft; null without an account. */
  readonly uid: string | null;
  readonly today: string;
  readonly locations: readonly { readonly id: string; readonly name: string }[];
}

/** The draft of this tab. A location in the page's address replaces the draft's. */
function draftFor({ uid, today, locations }: DraftContext): Partial<Booking> {
  return readBookingDraft({
    uid,
    today,
    locationIds: locations.map(({ id }) => id),
    fixedLocationId: new URLSearchParams(location.search).get('location'),
  });
}

/** The location whose menu or cart the guest used last, and the contact of the guest whom the device remembers. */
function detailsInUse({ uid, locations }: DraftContext): Partial<Booking> {
  const guest = uid === null ? rememberedGuest() : null;
  const ids = locations.map(({ id }) => id);
  const usual = guest && ids.includes(guest.locationId) ? guest.locationId : null;
  const inAddress = new URLSearchParams(location.search).has('location');
  const locationId = inAddress ? null : (startLocation(ids) ?? usual);
  // Absent fields leave the values of the page.
  return withoutUndefined({
    name: guest?.name,
    email: guest?.email,
    phone: guest?.phone,
    locationId: locationId || undefined,
  });
}

export function useBooking(start: BookingStart, me: Me) {
  // The draft keeps its owner even if the session ends while the guest types.
  const [uid] = useState(me?.uid ?? null);
  const context: DraftContext = { uid, today: start.days?.days[0]?.date ?? '', locations: start.places };
  const initial: Booking = {
    locationId: start.locationId,
    partySize: start.partySize,
    date: start.date,
    slot: null,
    name: me?.displayName ?? '',
    email: me?.email ?? '',
    phone: me?.phoneNumber ?? '',
    specialRequests: '',
  };
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [edited, setEdited] = useState<Booking | null>(null);
  const started = hydrated ? { ...initial, ...detailsInUse(context), ...draftFor(context) } : initial;
  // A link for a day selects it, even if the draft has another.
  const booking = edited ?? (start.date === null ? started : applyBookingChange(started, { date: start.date }));
  const [problems, setProblems] = useState<BookingProblems>({});
  const [refusal, setRefusal] = useState<BookingRefusal | null>(null);
  /** Keys that this page added to the queue. The page continues when one of them is sent. */
  const queuedHere = useRef(new Set<string>());

  function change(patch: BookingChange): void {
    const next = applyBookingChange(booking, patch);
    setEdited(next);
    saveBookingDraft(next, uid);
    setRefusal(null);
    // Editing a field clears its error.
    setProblems((now) => {
      const remaining = { ...now };
      for (const name of Object.keys(patch)) delete remaining[FIELD_OF[name] ?? (name as keyof BookingProblems)];
      return remaining;
    });
  }

  const { send, isBusy: isSending } = useAction(
    async ({ about, ...action }: ReservationRequest, { idempotencyKey, ...options }) => {
      const outcome = await sendOrQueue<'createReservation'>(action, about, idempotencyKey, options);
      deleteBookingDraft();
      if (uid === null) rememberGuestOfReservation(booking);
      if (outcome.queued) showWaiting(outcome.id);
      else if (outcome.answer.payment) location.assign(outcome.answer.payment.url);
      else await open(outcome.answer.manageUrl);
    },
    {
      onFailed(error) {
        const { code, details } = error instanceof ApiError ? error : { code: 'internal', details: {} };
        setRefusal({
          code,
          message: bookingErrorText(error),
          isDateRefused: 'reason' in details,
          alternatives: parseAlternatives(details),
          existing: eventPayload<Reservation>(details, 'reservation', 'reservationId'),
        });
        return true;
      },
    },
  );

  function reserve(): void {
    if (isSending) return;
    const found = bookingProblems(booking);
    setProblems(found);
    const [first] = Object.keys(found);
    const { date, slot } = booking;
    if (first || date === null || slot === null) return showProblem(first ?? 'day');
    const locationName = context.locations.find((each) => each.id === booking.locationId)?.name ?? booking.locationId;
    const about = texts.sentence(booking.partySize, locationName, dayInSentence(date), slot.label);
    setRefusal(null);
    void send({ about, ...requestOf(booking, date, slot.time) });
  }

  async function open(manageUrl: string): Promise<void> {
    await navigate(pathOfLink(manageUrl));
  }

  function showWaiting(id: string): void {
    queuedHere.current.add(id);
    setEdited({ ...booking, date: null, slot: null, specialRequests: '' });
    requestAnimationFrame(() => document.getElementById('waiting')?.scrollIntoView({ block: 'center' }));
  }

  useQueueDone(({ change: done, answer }) => {
    if (!queuedHere.current.has(done.id) || !('manageUrl' in answer)) return false;
    void open(answer.manageUrl);
    return true;
  });

  return { booking, problems, refusal, isSending, change, reserve };
}

const FIELD_OF: Readonly<Record<string, keyof BookingProblems>> = { date: 'day', slot: 'time', partySize: 'party' };

type ReservationRequest = ReturnType<typeof requestOf> & { readonly about: string };

function requestOf(booking: Booking, date: string, time: string) {
  return {
    call: 'createReservation',
    body: {
      locationId: booking.locationId,
      date,
      time,
      partySize: booking.partySize,
      customerInfo: { name: booking.name, email: booking.email, phone: booking.phone },
      specialRequests: booking.specialRequests,
      deviceInfo: { userAgent: navigator.userAgent.slice(0, 500), platform: navigator.platform.slice(0, 100) },
    },
  } as const;
}

/** Scrolls to the first problem and focuses its field, once it is rendered. */
function showProblem(field: string): void {
  requestAnimationFrame(() => {
    const part = document.getElementById(field);
    const input =
      part?.querySelector<HTMLElement>('input:not(:disabled)') ??
      document.querySelector<HTMLElement>('#booking [aria-invalid]');
    input?.focus({ preventScroll: true });
    (part ?? input)?.scrollIntoView({ block: 'center' });
  });
}
