import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { addMinutes, currentLanguage, refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { authorise, normalisePhone, SYSTEM_ACTOR } from '@tiffin/domain/people';
import {
  CALL_MINUTES,
  findSeating,
  keptQuotes,
  quoteWait,
  serviceDate,
  slotTimes,
  WAIT_REASONS,
  WAITLIST_LIMITS,
  type SlotTime,
  type TimeSlot,
} from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { isLinkTokenValid } from '../../platform/auth/link-keys.ts';
import { inLanguageOf, pageAddress } from '../../platform/i18n/request-language.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { countUnprovenTexts, queueMessages } from '../outbox/queue-message.ts';
import { waitCalledSms, waitJoinedSms, type WaitSms } from '../outbox/templates/index.ts';
import { insertWalkIn, walkInSlot } from './add-walk-in.ts';
import { announceFloor } from './announce-floor.ts';
import { lockGuestAndDay } from './booking-locks.ts';
import { bookableLocation, type BookableLocation } from './free-slots.ts';
import { stayMinutesAt, readSeatings } from './occupancy.ts';
import { lockReservation } from './queries.ts';
import { findWait, readOpenWaits, readPastWaits, readWaiting, stateOf, type WaitRow } from './wait-queries.ts';
import { writeReservation } from './write-reservation.ts';

const SYSTEM: Author = { actor: SYSTEM_ACTOR, from: null };
/** Serialises everything that may take a table: joining, calls, answers and bookings. */
async function lockWaitlist(context: Context, tx: Tx, locationId: string): Promise<BookableLocation> {
  const bookable = await bookableLocation(tx, locationId);
  await lockGuestAndDay(tx, bookable.location, { date: serviceDate(bookable.hours, context.clock.now()) });
  return bookable;
}

/** Puts a party on the waitlist. A number that waits already keeps its place, and gets the link again by text only. */
export async function joinWaitlist(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, name, phone, partySize }: ValidatedInput<'joinWaitlist'>['body'],
): Promise<ResponseOf<'joinWaitlist'>> {
  const byStaff = authorise('reservation.manage', by.actor, { locationId }).ok;
  const number = normalisePhone(phone) ?? '';
  if (number === '' && !(byStaff && phone === '')) {
    throw refuse('invalid-argument', say`Please enter a valid phone number`, { field: 'phone' });
  }
  const bookable = await lockWaitlist(context, tx, locationId);
  const now = context.clock.now();
  if (slotTimes(bookable.hours, serviceDate(bookable.hours, now)).length === 0) {
    throw refuse('location-closed', say`The location is closed today.`);
  }
  const waiting = await readWaiting(tx, locationId);
  const existing = number === '' ? undefined : waiting.find((row) => row.phone === number);
  const most = byStaff ? WAITLIST_LIMITS.all : WAITLIST_LIMITS.ofGuests;
  if (!existing && waiting.length >= most) {
    throw refuse(
      'failed-precondition',
      byStaff
        ? say`${most} parties wait already. Please remove those that are gone.`
        : say`The waitlist is full at the moment. Please ask at the door, or try again later.`,
    );
  }
  const partiesAhead = existing ? waiting.indexOf(existing) : waiting.length;
  const row = existing ?? {
    id: context.ids.uuid(),
    location_id: locationId,
    name,
    phone: number,
    language: byStaff ? null : currentLanguage(),
    party_size: partySize,
    parties_ahead: partiesAhead,
    quoted_minutes: await quoteFor(context, tx, bookable, { partySize, partiesAhead }),
    joined_at: now,
  };
  if (!existing) {
    await tx.insertInto('waits').values(row).execute();
    await announceFloor(context, tx, locationId);
  }
  const { quoted_minutes: minutes } = row;
  await textParty(context, tx, bookable, row, (sms) => waitJoinedSms({ ...sms, minutes }), { isOfGuest: !byStaff });
  const manageUrl = existing && !byStaff ? '' : waitUrl(context, row);
  return { waitId: row.id, quotedMinutes: minutes, partiesAhead, manageUrl };
}

/** How many minutes a party will probably wait. Without a plan of tables, the seats tell how many parties fit. */
async function quoteFor(
  context: Context,
  tx: Tx,
  { location, seats }: BookableLocation,
  { partySize, partiesAhead }: { readonly partySize: number; readonly partiesAhead: number },
) {
  const tables = (await readSeatings(tx, location)).filter((each) => each.tables.length === 1);
  return quoteWait({
    partySize,
    ahead: partiesAhead,
    past: await readPastWaits(tx, location.id, context.clock.now()),
    stay: stayMinutesAt(location, partySize),
    partiesAtOnce:
      tables.length > 0 ? tables.filter((each) => each.seats >= partySize).length : Math.floor(seats / partySize),
  });
}

/** Keeps a table for a party from now on, and asks whether it comes. */
export async function callWaiting(
  context: Context,
  tx: Tx,
  by: Author,
  { waitId }: ValidatedInput<'callWaiting'>['body'],
): Promise<ResponseOf<'callWaiting'>> {
  const { row, bookable } = await lockWait(context, tx, waitId, ({ location_id: locationId }) => {
    valueOrThrow(authorise('reservation.manage', by.actor, { locationId }));
  });
  const state = stateOf(row);
  if (state === 'waiting') {
    const party = { partySize: row.party_size, evenIfFull: false };
    return callParty(context, tx, by, bookable, row, valueOrThrow(await walkInSlot(context, tx, bookable, party)));
  }
  if (state === 'called' || state === 'coming') return { state, answerBy: row.answer_by?.toISOString() ?? null };
  throw refuse('failed-precondition', say`This party is not on the waitlist any more.`);
}

async function callParty(
  context: Context,
  tx: Tx,
  by: Author,
  bookable: BookableLocation,
  row: WaitRow,
  slot: SlotTime & Pick<TimeSlot, 'seating'>,
): Promise<ResponseOf<'callWaiting'>> {
  const { id, location_id: locationId, party_size: partySize, name, phone } = row;
  const now = context.clock.now();
  const answerBy = addMinutes(now, CALL_MINUTES);
  const reservation = await insertWalkIn(context, tx, by, bookable, {
    slot: { ...slot, startsAt: now },
    partySize,
    name,
    phone,
  });
  const called = { called_at: now, answer_by: answerBy, reservation_id: reservation.id };
  await tx.updateTable('waits').set(called).where('id', '=', id).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'call-waiting', ['reservation', reservation.reservation_id], {
    locationId,
    after: { partySize, tableNumber: reservation.table_number },
  });
  await announceFloor(context, tx, locationId);
  await textParty(context, tx, bookable, row, (sms) =>
    waitCalledSms({
      ...sms,
      until: clockText(answerBy, bookable.hours.zone),
      isAnswerable: context.sms?.readReply !== undefined,
    }),
  );
  return { state: 'called', answerBy: answerBy.toISOString() };
}

/** The answer of a party to its call. Without a call, it can only leave. */
export async function answerCall(
  context: Context,
  tx: Tx,
  by: Author,
  { waitId, token, coming }: ValidatedInput<'answerCall'>['body'],
): Promise<ResponseOf<'answerCall'>> {
  let byStaff = false;
  const { row, bookable } = await lockWait(context, tx, waitId, ({ location_id: locationId }) => {
    byStaff = authorise('reservation.manage', by.actor, { locationId }).ok;
    if (!byStaff && !holdsLinkOf(context, waitId, token)) throw waitNotFound();
  });
  const state = stateOf(row);
  if (state === (coming ? 'coming' : 'left')) return { state };
  if (state === 'seated') throw refuse('failed-precondition', say`This party sits at its table already.`);
  if (state === 'no-answer') throw refuse('failed-precondition', missedCallText());
  if (!coming) {
    await endWait(context, tx, by, bookable, row, 'left');
    return { state: 'left' };
  }
  if (state === 'waiting')
    throw refuse('failed-precondition', say`Your table is not ready yet. You get a text message.`);
  if (state === 'left') throw refuse('failed-precondition', say`You left the waitlist. Please join it again.`);
  if (!byStaff && row.answer_by !== null && row.answer_by <= context.clock.now()) {
    throw refuse('failed-precondition', missedCallText());
  }
  await tx.updateTable('waits').set({ is_coming: true }).where('id', '=', waitId).execute();
  await announceFloor(context, tx, row.location_id);
  return { state: 'coming' };
}

const missedCallText = () =>
  say`The ${CALL_MINUTES} minutes are over, and your table went to the next party. Please ask at the door.`;

/** Ends the call of a party that did not answer in time. */
export async function endUnansweredCall(context: Context, tx: Tx, waitId: string): Promise<void> {
  const { row, bookable } = await lockWait(context, tx, waitId);
  const isOver = row.answer_by !== null && row.answer_by <= context.clock.now();
  if (isOver && stateOf(row) === 'called') await endWait(context, tx, SYSTEM, bookable, row, 'no-answer');
}

/** Frees the table of a party that does not come, and calls the first one that fits at it. */
async function endWait(
  context: Context,
  tx: Tx,
  by: Author,
  bookable: BookableLocation,
  row: WaitRow,
  endedAs: 'left' | 'no-answer',
): Promise<void> {
  const now = context.clock.now();
  await tx.updateTable('waits').set({ ended_at: now, ended_as: endedAs }).where('id', '=', row.id).execute();
  await announceFloor(context, tx, row.location_id);
  if (row.reservation_id === null) return;
  const reservation = await lockReservation(tx, row.reservation_id);
  await writeReservation(context, tx, by, reservation, 'cancel-reservation', {
    status: 'cancelled',
    cancelled_at: now,
    cancelled_by: 'guest',
    cancellation_reason: WAIT_REASONS[endedAs],
  });
  const { location } = bookable;
  const freedSeats = findSeating(await readSeatings(tx, location), reservation.table_number)?.seats ?? row.party_size;
  for (const next of await readWaiting(tx, location.id)) {
    if (next.party_size > freedSeats) continue;
    const slot = await walkInSlot(context, tx, bookable, { partySize: next.party_size, evenIfFull: false });
    if (!slot.ok) continue;
    await callParty(context, tx, SYSTEM, bookable, next, slot.value);
    return;
  }
}

/** The wait of a party, for the holder of its link. */
export async function showWait(
  context: Context,
  { waitId, token }: ValidatedInput<'getWait'>['query'],
): Promise<ResponseOf<'getWait'>> {
  const row = holdsLinkOf(context, waitId, token) ? await findWait(context.db, waitId) : undefined;
  if (!row) throw waitNotFound();
  const waiting = await readWaiting(context.db, row.location_id);
  const index = waiting.findIndex(({ id }) => id === waitId);
  // A party that was called is not found among those that wait.
  return { wait: { ...waitAnswer(row), locationId: row.location_id, partiesAhead: Math.max(0, index) } };
}

/** Who waits at a location, for its staff. */
export async function readWaitlist(context: Context, locationId: string): Promise<ResponseOf<'getWaitlist'>> {
  const now = context.clock.now();
  const rows = await readOpenWaits(context.db, locationId);
  const [site, texts] = [await readSite(context.db), await countUnprovenTexts(context)];
  return {
    waits: rows.map((row) => ({
      ...waitAnswer(row),
      name: row.name,
      phone: row.phone,
      reservationId: row.reservation_number,
      tableNumber: row.table_number,
    })),
    texts: { sent: texts.get(locationId) ?? 0, most: site.strangersTextsMost },
    quotes: keptQuotes(await readPastWaits(context.db, locationId, now)),
    asOf: now.toISOString(),
  };
}

function waitAnswer(row: WaitRow) {
  return {
    waitId: row.id,
    state: stateOf(row),
    partySize: row.party_size,
    quotedMinutes: row.quoted_minutes,
    joinedAt: row.joined_at.toISOString(),
    answerBy: row.is_coming ? null : (row.answer_by?.toISOString() ?? null),
  };
}

/** Locks a party, which `check` may refuse before, and reads it anew. */
async function lockWait(context: Context, tx: Tx, waitId: string, check: (row: WaitRow) => void = () => {}) {
  const found = await findWait(tx, waitId);
  if (!found) throw waitNotFound();
  check(found);
  const bookable = await lockWaitlist(context, tx, found.location_id);
  const { reservation_id: reservationId } = await tx
    .selectFrom('waits')
    .select('reservation_id')
    .where('id', '=', waitId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Another request may be seating the party.
  if (reservationId !== null) await lockReservation(tx, reservationId);
  return { bookable, row: (await findWait(tx, waitId)) ?? found };
}

const waitNotFound = () => refuse('not-found', say`This place on the waitlist is not known. Please ask at the door.`);

/** The token is always derived from the id, so nothing of it is stored. */
const holdsLinkOf = ({ linkKeys }: Pick<Context, 'linkKeys'>, id: string, token: string | undefined) =>
  isLinkTokenValid(linkKeys, { to: 'wait', id, stored: '' }, token);

type Party = Pick<WaitRow, 'id' | 'location_id' | 'name' | 'phone' | 'language'>;

function waitUrl(context: Pick<Context, 'publicUrl' | 'linkKeys'>, { id, location_id: locationId }: Party): string {
  const page = pageAddress(context, `/waitlist/${encodeURIComponent(locationId)}`);
  return `${page}?wait=${id}&token=${encodeURIComponent(context.linkKeys('wait', id))}`;
}

/** Texts a party that gave a number. */
async function textParty(
  context: Context,
  tx: Tx,
  { location }: BookableLocation,
  row: Party,
  write: (sms: WaitSms) => string,
  // Parties that staff added have no language.
  { isOfGuest = row.language !== null } = {},
): Promise<void> {
  if (row.phone === '') return;
  const site = await readSite(tx);
  const sms = { brandName: site.name, customerName: row.name, locationName: location.name, url: waitUrl(context, row) };
  const text = inLanguageOf(row, () => write(sms), site);
  // A guest may have typed another person's number, also one of a party that staff added.
  const unproven = isOfGuest && context.config.RATE_LIMITS;
  const message = {
    channel: 'sms',
    to: row.phone,
    template: 'waitlist',
    text,
    unproven,
    locationId: location.id,
  } as const;
  await queueMessages(tx, context, [message]);
}
