import { REQUEST_LIMITS } from '@tiffin/contract';
import { Refusal, refuse, say, sayNow, valueOrThrow } from '@tiffin/domain/core';
import { authorise, isStaff, userIdOf } from '@tiffin/domain/people';
import { checkReservationStep } from '@tiffin/domain/reservation';
import { transaction } from '../platform/db/transaction.ts';
import { requireLocationOfKey } from '../platform/auth/require-scope.ts';
import { hidesLinks } from '../platform/http/hide-links.ts';
import { implement, implementChange, onceWithSecret, type ImplementedCall } from '../platform/http/implement.ts';
import { addressOf, countLimitUses } from '../platform/http/rate-limiter.ts';
import { roundTimeFrom } from '../platform/http/round-time.ts';
import {
  newDepositSession,
  pageOfDeposit,
  newDepositLink,
  paymentOfNewBooking,
  refreshDeposit,
  writeDepositSession,
} from '../modules/money/deposits/open-deposit.ts';
import { settleDeposit } from '../modules/money/deposits/settle-deposit.ts';
import { chargeNoShow } from '../modules/money/deposits/charge-no-show.ts';
import { waiveNoShow } from '../modules/money/deposits/waive-no-show.ts';
import { followReservation } from '../modules/floor/follow-reservation.ts';
import { readLocation } from '../modules/locations/queries.ts';
import { resendEmailConfirmation } from '../modules/people/confirm-email.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import {
  manageUrl,
  requireReadableReservation,
  limitTokenGuesses,
} from '../modules/reservations/reservation-access.ts';
import { lockReservation } from '../modules/reservations/queries.ts';
import { toStepReservation, reservationAnswerFor } from '../modules/reservations/reservation-answer.ts';
import { addWalkIn } from '../modules/reservations/add-walk-in.ts';
import { bookTable } from '../modules/reservations/book-table.ts';
import { inLanguageOf } from '../platform/i18n/request-language.ts';
import { calendarFile } from '../modules/reservations/calendar-file.ts';
import { createCalendarFeed } from '../modules/reservations/calendar-feed.ts';
import { calendarEventOf } from '../modules/reservations/reservation-calendar.ts';
import { changeReservation } from '../modules/reservations/change-reservation.ts';
import {
  cancelReservation,
  confirmReservation,
  setReservationStatus,
} from '../modules/reservations/set-reservation-status.ts';
import { bookableDays, dayView, slotsOfDay } from '../modules/reservations/free-slots.ts';
import { listReservations, listMyReservations, reservationFigures } from '../modules/reservations/list-reservations.ts';
import { answerCall, callWaiting, joinWaitlist, readWaitlist, showWait } from '../modules/reservations/waitlist.ts';
import {
  readConfirmationStatus,
  checkConfirmationRequest,
  sendConfirmation,
} from '../modules/messages/notices/send-confirmation.ts';
import { mailReservationLinks, textReservationLinks } from '../modules/messages/notices/send-reservation-links.ts';

export const reservationRoutes: readonly ImplementedCall[] = [
  implement('getReservationDays', ({ context, query }) => bookableDays(context, query)),

  implement('getReservationSlots', ({ context, query }) => slotsOfDay(context, { ...query, movingId: query.changing })),

  implement('createReservation', async ({ context, actor, body, from, c, once }) => {
    requireLocationOfKey(actor, body.locationId);
    const userAgent = body.deviceInfo?.userAgent ?? c.req.header('user-agent') ?? '';
    const depositSession = isStaff(actor) ? undefined : newDepositSession(context);
    const booked = once(async (tx) => {
      const answer = await bookTable(context, tx, {
        ...body,
        depositSession,
        source: 'web',
        userId: userIdOf(actor),
        createdBy: null,
        device: { userAgent: userAgent.slice(0, 500), platform: body.deviceInfo?.platform ?? '' },
        bookedFrom: isStaff(actor) || !context.config.RATE_LIMITS ? null : addressOf(from),
      });
      if (answer.reservation.deposit) await writeDepositSession(context, tx, answer.reservation.id);
      return answer;
    });
    const answer = await booked.catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.failure.code !== 'proof-needed') throw error;
      if (!(await resendEmailConfirmation(context, actor, '/reservations'))) throw error;
      throw refuse('proof-needed', say`${sayNow(error.failure.message)} A link to confirm it is on its way to you.`);
    });
    return { ...answer, payment: await paymentOfNewBooking(context, answer.reservation) };
  }),

  implementChange('addReservationByPhone', async (context, tx, by, body) => {
    valueOrThrow(authorise('reservation.manage', by.actor, { locationId: body.locationId }));
    const { firebaseId: userId = null, ...customerInfo } = body.customerInfo;
    const isKnown =
      userId === null || (await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst());
    if (!isKnown) throw refuse('profile-not-found');
    const createdBy = userIdOf(by.actor);
    const origin = { source: 'phone', createdBy, device: null, bookedFrom: null } as const;
    const depositSession = body.asksDeposit ? newDepositLink(context, customerInfo) : undefined;
    const answer = await bookTable(context, tx, { ...body, customerInfo, userId, depositSession, ...origin });
    if (depositSession !== undefined) await writeDepositSession(context, tx, answer.reservation.id);
    return answer;
  }),

  implementChange('addWalkIn', async (context, tx, by, body) => {
    const reservation = await addWalkIn(context, tx, by, body);
    await followReservation(context, tx, by, reservation);
    return { reservation };
  }),

  implement('getReservation', async ({ context, actor, from, query }) => {
    await limitTokenGuesses(context, actor, from, query);
    const { row: found, holdsLink } = await requireReadableReservation(context, context.db, actor, query);
    const row = await refreshDeposit(context, found);
    const now = context.clock.now();
    const canCancel = checkReservationStep(toStepReservation(row), 'cancel', { actor, now, holdsLink }).ok;
    return {
      reservation: reservationAnswerFor(actor, row),
      canCancel,
      payment: await pageOfDeposit(context, row),
      manageUrl: manageUrl(context, row),
      confirmation: await readConfirmationStatus(context, row),
      asOf: now.toISOString(),
    };
  }),

  implement('getReservationCalendar', async ({ context, actor, from, query }) => {
    await limitTokenGuesses(context, actor, from, query);
    const { row } = await requireReadableReservation(context, context.db, actor, query);
    const [site, location] = await Promise.all([readSite(context.db), readLocation(context.db, row.location_id)]);
    const file = inLanguageOf(row, () =>
      calendarFile(
        calendarEventOf(row, {
          publicUrl: context.publicUrl,
          site,
          location,
          manageUrl: hidesLinks(actor) ? null : manageUrl(context, row),
        }),
      ),
    );
    return new Response(file, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${row.reservation_id}.ics"`,
        'cache-control': 'private, no-store',
      },
    });
  }),

  implement('createCalendarFeed', ({ context, actor, from, body, once }) =>
    onceWithSecret(once, 'address', async (tx) => ({
      address: await createCalendarFeed(context, tx, { actor, from }, body.locationId),
    })),
  ),

  implement('cancelReservation', async ({ context, actor, from, body, once }) => {
    await limitTokenGuesses(context, actor, from, body);
    return once(async (tx) => {
      const { id } = await cancelReservation(context, tx, { actor, from }, body);
      // The guest reads at once what becomes of the deposit.
      await settleDeposit(context, tx, id);
      return { reservation: reservationAnswerFor(actor, await lockReservation(tx, id)) };
    });
  }),

  implement('confirmReservation', async ({ context, actor, from, body }) => {
    await limitTokenGuesses(context, actor, from, body);
    return transaction(context.db, async (tx) => ({
      reservation: await confirmReservation(context, tx, { actor, from }, body),
    }));
  }),

  implement('changeReservation', async ({ context, actor, from, body, once }) => {
    await limitTokenGuesses(context, actor, from, body);
    return once(async (tx) => ({ reservation: await changeReservation(context, tx, { actor, from }, body) }));
  }),

  implement('sendReservationLinks', async ({ context, body: { email, phone }, once }) => {
    const roundTime = roundTimeFrom(performance.now());
    const contact = email ?? phone ?? '';
    await countLimitUses(context, [REQUEST_LIMITS.reservationLinksTo, contact]);
    const sendLinks = phone === undefined ? mailReservationLinks : textReservationLinks;
    const answer = await once(async (tx) => {
      await sendLinks(context, tx, contact);
      return { sentTo: contact };
    });
    await roundTime();
    return answer;
  }),

  // An admin key has no reservations.
  implement('getMyReservations', ({ context, actor, query }) =>
    listMyReservations(context, userIdOf(actor) ?? '', query),
  ),

  implement('getAllReservations', ({ context, actor, query }) => listReservations(context, actor, query)),

  implement('getReservationStats', ({ context, actor, query }) => reservationFigures(context, actor, query.locationId)),

  implement('getReservationDay', async ({ context, actor, query }) => ({ day: await dayView(context, actor, query) })),

  implement('updateReservationStatus', ({ context, actor, from, body }) =>
    transaction(context.db, async (tx) => {
      const reservation = await setReservationStatus(context, tx, { actor, from }, body);
      await followReservation(context, tx, { actor, from }, reservation);
      return { reservation };
    }),
  ),

  implementChange('joinWaitlist', async (context, tx, by, body) => {
    requireLocationOfKey(by.actor, body.locationId);
    return joinWaitlist(context, tx, by, body);
  }),

  implement('getWait', ({ context, query }) => showWait(context, query)),

  implement('getWaitlist', async ({ context, actor, query: { locationId } }) => {
    valueOrThrow(authorise('reservation.read', actor, { locationId }));
    return readWaitlist(context, locationId);
  }),

  implement('callWaiting', ({ context, actor, from, body }) =>
    transaction(context.db, (tx) => callWaiting(context, tx, { actor, from }, body)),
  ),

  implement('answerCall', ({ context, actor, from, body }) =>
    transaction(context.db, (tx) => answerCall(context, tx, { actor, from }, body)),
  ),

  implement('chargeNoShow', async ({ context, actor, from, body }) => ({
    reservation: await chargeNoShow(context, { actor, from }, body.reservationId),
  })),

  implementChange('waiveNoShow', async (context, tx, by, body) => ({
    reservation: await waiveNoShow(context, tx, by, body),
  })),

  implement('sendReservationConfirmation', async ({ context, actor, from, body, once }) => {
    const request = await checkConfirmationRequest(context, { actor, from }, body);
    return once((tx) => sendConfirmation(context, tx, request));
  }),
];
