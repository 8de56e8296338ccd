import { expect, test } from 'vitest';
import { asRecord } from '@tiffin/domain/core';
import { takesReservations } from '@tiffin/domain/reservation';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const priya = await server.signIn('customer@demo.test');
const liam = await server.signIn('customer2@demo.test');
const host = await server.signIn('staff.truro@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const owner = await server.signIn('admin@demo.test');

type Changes = Parameters<typeof bookingOf>[0];

async function booked(changes: Changes = {}, as: Caller = {}) {
  const { body } = await server.call('createReservation', { body: bookingOf(changes) }, as);
  return { ...body.reservation, token: tokenOf(body.manageUrl), manageUrl: body.manageUrl };
}
const see = (query: { reservationId: string; token?: string }, as: Caller = {}) =>
  server.call('getReservation', { query }, as);
const cancel = (body: { reservationId: string; token?: string; reason?: string }, as: Caller = {}) =>
  server.call('cancelReservation', { body }, as);
const setStatus = (
  reservationId: string,
  status: 'confirmed' | 'seated' | 'completed' | 'no-show',
  as: Caller = host,
) => server.call('updateReservationStatus', { body: { reservationId, status } }, as);

test('the guest, the holder of the link and staff of the location see a reservation; others get 404 [C-ERR-39] [A-ERR-84]', async () => {
  const made = await booked({}, priya);
  const notFound = { error: `Reservation not found: ${made.reservationId}`, code: 'reservation-not-found' };
  const request = { reservationId: made.reservationId };
  for (const as of [priya, host, owner]) expect((await see(request, as)).body.reservation.id).toBe(made.id);
  expect((await see({ ...request, token: made.token })).body).toMatchObject({
    canCancel: true,
    manageUrl: made.manageUrl,
  });
  for (const as of [{}, liam]) {
    const answer = await see(request, as);
    expect([answer.status, answer.body]).toMatchObject([404, notFound]);
  }
  expect((await see({ ...request, token: `${made.token}x` })).status).toBe(404);
  expect((await see({ ...request, token: '' })).status).toBe(404);
  expect((await see(request, elsewhere)).status).toBe(403);
  expect((await see({ reservationId: 'RES-TRU-20261127-NONE' }, owner)).body.error).toBe(
    'Reservation not found: RES-TRU-20261127-NONE',
  );
});

test('a guest cancels by document id or number; time and reason are stored [C-RES-07] [C-DATA-06]', async () => {
  server.clock.forward(60_000);
  const at = server.clock.now().toISOString();
  const byId = await booked({ customerInfo: { name: 'By Id', email: 'by.id@example.com', phone: '9025550123' } });
  const first = await cancel({ reservationId: byId.id, token: byId.token });
  expect(first.body.reservation).toMatchObject({
    status: 'cancelled',
    cancelledAt: at,
    updatedAt: at,
    cancellationReason: 'Customer requested cancellation',
  });
  const byNumber = await booked({}, liam);
  const second = await cancel({ reservationId: byNumber.reservationId, reason: ' We are ill ' }, liam);
  expect(second.body.reservation).toMatchObject({ status: 'cancelled', cancellationReason: 'We are ill' });
});

test('refuses another’s reservation, a wrong token, a used token and a past reservation', async () => {
  const made = await booked({ date: '2026-11-21', time: '12:00' });
  expect((await cancel({ reservationId: made.id })).status).toBe(404);
  expect((await cancel({ reservationId: made.id }, priya)).status).toBe(404);
  expect((await cancel({ reservationId: made.id, token: 'guessed' })).status).toBe(404);
  expect((await cancel({ reservationId: made.id, reason: 'x' }, elsewhere)).status).toBe(403);
  const other = await booked();
  expect((await cancel({ reservationId: made.id, token: other.token })).status).toBe(404);

  expect((await cancel({ reservationId: other.id, token: other.token })).status).toBe(200);
  const used = await cancel({ reservationId: other.id, token: other.token });
  expect([used.status, used.body.code]).toEqual([409, 'invalid-transition']);
  expect((await see({ reservationId: other.id, token: other.token })).body).toMatchObject({
    canCancel: false,
    reservation: { status: 'cancelled' },
  });

  server.clock.set('2026-11-21T16:00:00.000Z');
  const past = await cancel({ reservationId: made.id, token: made.token });
  expect([past.status, past.body.error]).toEqual([409, 'This reservation is already past']);
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('a host must give a reason to cancel [A-RES-28] [A-ERR-89] [A-ERR-92]', async () => {
  const made = await booked();
  for (const reason of ['', '   ']) {
    const answer = await cancel({ reservationId: made.id, reason }, host);
    expect([answer.status, answer.body.error]).toEqual([400, 'Please select or enter a cancellation reason']);
  }
  expect((await cancel({ reservationId: made.id }, host)).status).toBe(400);
  expect((await cancel({ reservationId: ' ' }, host)).body.error).toBe('No reservation ID found');
  const done = await cancel({ reservationId: made.id, reason: 'Kitchen emergency' }, host);
  expect(done.body.reservation).toMatchObject({ status: 'cancelled', cancellationReason: 'Kitchen emergency' });
  const logged = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', made.reservationId)
    .executeTakeFirstOrThrow();
  expect(logged).toMatchObject({
    action: 'cancel-reservation',
    actor_name: 'Arjun Patel',
    location_id: 'truro',
    before: { status: 'confirmed', tableNumber: null },
    after: { status: 'cancelled', reason: 'Kitchen emergency' },
  });
});

test('a host gets all reservations, the locations with Dine-in and the result of a cancellation [A-DATA-25]', async () => {
  const made = await booked({ date: '2026-12-11' });
  const { reservations } = (await server.call('getAllReservations', { query: {} }, host)).body;
  expect(reservations.map(({ id }) => id)).toContain(made.id);
  const { locations } = (await server.call('getLocations', {})).body;
  const names = locations.filter((location) => takesReservations(location).ok).map(({ name }) => name);
  expect(names).toEqual(['New Glasgow', 'Truro Heights']);
  const done = await cancel({ reservationId: made.id, reason: 'Staff shortage' }, host);
  expect(done.body).toMatchObject({ success: true, reservation: { status: 'cancelled' } });
  const unknown = await cancel({ reservationId: 'RES-TRU-20261211-NONE', reason: 'Staff shortage' }, host);
  expect(unknown.body).toMatchObject({ success: false, error: 'Reservation not found: RES-TRU-20261211-NONE' });
});

test('of two cancellations one succeeds and the other is refused; the same key gets the same response', async () => {
  const made = await booked();
  const answers = await Promise.all([
    cancel({ reservationId: made.id, token: made.token }),
    cancel({ reservationId: made.id, reason: 'Staff shortage' }, host),
  ]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);

  const replayed = await booked();
  const key = { 'idempotency-key': 'cancel-once' };
  const request = { reservationId: replayed.id, token: replayed.token };
  const [first, again] = [await cancel(request, key), await cancel(request, key)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.reservation).toEqual(first.body.reservation);
});

test('a host sets seated, completed and no-show; impossible changes are refused with both statuses [A-RES-24]', async () => {
  const made = await booked({ date: '2026-11-21', time: '12:00' });
  const early = await setStatus(made.id, 'no-show');
  expect([early.status, early.body.error]).toEqual([409, 'Guests can only be marked as no-shows after their time']);
  server.clock.set('2026-11-21T16:05:00.000Z');
  const seated = await server.call(
    'updateReservationStatus',
    { body: { reservationId: made.reservationId, status: 'seated', tableNumber: '12' } },
    host,
  );
  expect(seated.body.reservation).toMatchObject({
    status: 'seated',
    tableNumber: '12',
    seatedAt: '2026-11-21T16:05:00.000Z',
  });
  // repeating it changes nothing
  expect((await setStatus(made.id, 'seated')).body.reservation).toEqual(seated.body.reservation);
  // the wrong party was selected
  expect((await setStatus(made.id, 'confirmed')).body.reservation).toMatchObject({
    status: 'confirmed',
    seatedAt: null,
  });
  expect((await setStatus(made.id, 'no-show')).body.reservation.status).toBe('no-show');
  // the party arrived after all
  expect((await setStatus(made.id, 'seated')).body.reservation.status).toBe('seated');
  expect((await setStatus(made.id, 'completed')).body.reservation.status).toBe('completed');
  const over = await setStatus(made.id, 'seated');
  expect([over.status, over.body]).toMatchObject([
    409,
    { code: 'invalid-transition', error: 'A reservation that is completed cannot be changed to seated' },
  ]);
  server.clock.set('2026-11-20T22:00:00.000Z');
});

test('guests, staff of other locations and anonymous visitors cannot seat a party', async () => {
  const made = await booked({ date: '2026-11-30' }, await server.signIn('customer@demo.test'));
  const mine = made.id ?? (await db.selectFrom('reservations').select('id').limit(1).executeTakeFirstOrThrow()).id;
  expect((await setStatus(mine, 'seated', {})).status).toBe(401);
  expect((await setStatus(mine, 'seated', priya)).status).toBe(403);
  expect((await setStatus(mine, 'seated', elsewhere)).status).toBe(403);
});

test('seated parties keep their seats; moving back to confirmed is refused after a newer reservation', async () => {
  const guest = { name: 'Early Bird', email: 'early@example.com', phone: '9025550199' };
  const first = await booked({ date: '2026-12-05', partySize: 20, customerInfo: guest });
  expect((await setStatus(first.id, 'seated')).status).toBe(200);
  const free = await server.call('getReservationSlots', {
    query: { locationId: 'truro', date: '2026-12-05', partySize: '1' },
  });
  expect(free.body.slots.find((slot) => slot.time === '18:00')?.seatsLeft).toBe(20);
  await booked({ date: '2026-12-06', customerInfo: guest });
  const back = await setStatus(first.id, 'confirmed');
  expect([back.status, back.body.code]).toEqual([409, 'reservation-exists']);
});

test('a host books for a guest on the phone, with or without a mail address', async () => {
  const by = (changes: object, as: Caller = host) =>
    server.call(
      'addReservationByPhone',
      {
        body: {
          ...bookingOf({ date: '2026-12-08' }),
          customerInfo: { name: 'Voice', phone: '902 555 0111' },
          ...changes,
        },
      },
      as,
    );
  const { body } = await by({});
  expect(body.reservation).toMatchObject({
    source: 'phone',
    status: 'confirmed',
    customerInfo: { name: 'Voice', email: '', phone: '+19025550111', firebaseId: null },
    deviceInfo: null,
  });
  // without a mail address the guest is identified by the phone number
  expect((await by({})).body.code).toBe('reservation-exists');
  expect((await by({ customerInfo: { name: 'Another', phone: '902 555 0112' } })).status).toBe(200);
  const me = (await server.call('getMe', {}, liam)).body.me;
  const regular = await by({
    customerInfo: { name: 'Liam', email: 'customer2@demo.test', phone: '9025550162', firebaseId: me?.uid },
  });
  expect(regular.body.reservation.customerInfo.firebaseId).toBe(me?.uid);
  expect((await by({ customerInfo: { name: 'Nobody', phone: '9025550113', firebaseId: 'no-such' } })).status).toBe(404);
  expect((await by({}, elsewhere)).status).toBe(403);
  expect((await by({}, priya)).status).toBe(403);
  expect((await by({}, {})).status).toBe(401);
});

test('the calendar file has the reservation in UTC, for everybody with access', async () => {
  const made = await booked({ date: '2026-12-01', time: '19:00', partySize: 4 });
  const file = (token?: string) =>
    server.fetch(
      `/api/getReservationCalendar?${new URLSearchParams({ reservationId: made.reservationId, ...(token && { token }) }).toString()}`,
    );
  const answer = await file(made.token);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${made.reservationId}.ics"`);
  const text = (await answer.text()).replaceAll('\r\n ', '');
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'DTSTART:20261201T230000Z',
      'DTEND:20261202T003000Z',
      'SUMMARY:Sizzle & Spice\\, table for 4',
      'LOCATION:Truro Heights\\, 395 Truro Heights Road\\, Truro Heights\\, NS B2N 1A1',
      `URL;VALUE=URI:${made.manageUrl}`,
      'STATUS:CONFIRMED',
    ]),
  );
  expect((await file()).status).toBe(404);
});

test('live: staff of the location get a new reservation with all fields, its guest gets changes, others nothing [C-DATA-08] [A-DATA-24]', async () => {
  const streams = {
    host: listen(host),
    elsewhere: listen(elsewhere),
    guest: listen(liam),
    guestWithoutLink: listen({}),
  };
  await Promise.all(Object.values(streams).map((stream) => stream.open));
  const made = await booked({ date: '2026-12-09' }, liam);
  const { body } = await cancel({ reservationId: made.id }, liam);
  // An event from just before the stream opened may still arrive.
  const isThis = (event: ReceivedEvent) => asRecord(event.data['reservation'])?.['id'] === made.id;
  const receivedTypes = ({ events }: { events: ReceivedEvent[] }) => events.filter(isThis).map((event) => event.type);
  const isUpdate = (event: ReceivedEvent) => event.type === 'reservation.updated' && isThis(event);
  const updated = await streams.host.until(isUpdate);
  expect(updated.data).toMatchObject({ locationId: 'truro', reservation: body.reservation });
  expect(receivedTypes(streams.host)).toEqual(['reservation.created', 'reservation.updated']);
  await streams.guest.until(isUpdate);
  expect(receivedTypes(streams.guest)).toEqual(['reservation.updated']);
  expect([...receivedTypes(streams.elsewhere), ...receivedTypes(streams.guestWithoutLink)]).toEqual([]);
  for (const stream of Object.values(streams)) stream.end();
});

interface ReceivedEvent {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Collects the live events of a caller. */
function listen(as: Caller) {
  const received: ReceivedEvent[] = [];
  const waiters: Array<() => void> = [];
  const stop = new AbortController();
  let opened = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  void (async () => {
    const answer = await server.fetch('/api/events', { signal: stop.signal }, as);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const part = await reader?.read().catch(() => null);
      if (!part || part.done) return;
      text += part.value;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const type = /^event: (.*)$/m.exec(frame)?.[1];
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (type === 'hello') opened();
        else if (type && data) received.push({ type, data: JSON.parse(data) });
      }
      for (const wake of waiters.splice(0)) wake();
    }
  })();
  return {
    events: received,
    open,
    async until(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
      for (;;) {
        const found = received.find(matches);
        if (found) return found;
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      }
    },
    end: () => stop.abort(),
  };
}

test('the holder of the link sees neither the account nor the device of the guest, also after a change', async () => {
  const device = { userAgent: 'Robin’s phone 1.0', platform: 'Phone' };
  const made = await booked({ locationId: 'new-glasgow', deviceInfo: device }, priya);
  const userId = made.customerInfo.firebaseId;
  expect(userId).not.toBeNull();
  const request = { reservationId: made.reservationId, token: made.token };
  const shown = [
    await see(request),
    await see(request, liam),
    await server.call('changeReservation', { body: { ...request, date: '2026-11-27', time: '18:00', partySize: 3 } }),
    await cancel(request),
  ];
  for (const { status, body } of shown) {
    expect([status, body.reservation.customerInfo.firebaseId, body.reservation.deviceInfo]).toEqual([
      200,
      'somebody',
      null,
    ]);
    expect(JSON.stringify(body)).not.toContain(userId);
  }
  for (const as of [priya, elsewhere]) {
    const { reservation } = (await see({ reservationId: made.reservationId }, as)).body;
    expect([reservation.customerInfo.firebaseId, reservation.deviceInfo?.platform]).toEqual([userId, 'Phone']);
  }
});
