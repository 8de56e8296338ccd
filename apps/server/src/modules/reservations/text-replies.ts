import { CALL_RATE_LIMITS, type BodyLimits } from '@tiffin/contract';
import { failure, Refusal, say, sayNow } from '@tiffin/domain/core';
import { ANONYMOUS_ACTOR, normalisePhone } from '@tiffin/domain/people';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { answerFailure } from '../../platform/http/answer-errors.ts';
import type { App } from '../../platform/http/api-context.ts';
import { countRequest } from '../../platform/http/rate-limiter.ts';
import { readText } from '../../platform/http/read-body.ts';
import { inLanguageOf } from '../../platform/i18n/request-language.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { withSender } from '../outbox/templates/index.ts';
import { selectReservations } from './queries.ts';
import { cancelReservation, confirmReservation } from './set-reservation-status.ts';
import { findLastCall } from './wait-queries.ts';
import { answerCall } from './waitlist.ts';

const REPLY: BodyLimits = { maxKb: 16, rate: CALL_RATE_LIMITS.forgedEvent };
const GUEST = { actor: ANONYMOUS_ACTOR, from: null };

/** Receives the text messages with which guests answer. */
export function mountTextReplies(app: App, context: Context): void {
  app.post('/api/text-replies', async (c) => {
    c.var.info.call = 'text-replies';
    const { sms, publicUrl } = context;
    if (!sms?.readReply) return answerFailure(c, failure('not-found', say`No answers by text are received here.`));
    const body = await readText(c, REPLY);
    const reply = sms.readReply({ url: `${publicUrl}/api/text-replies`, body, headers: c.req.raw.headers });
    if (!reply) {
      await countRequest(context, c.var.info, REPLY.rate);
      return answerFailure(c, failure('invalid-argument', say`Invalid signature`));
    }
    await answerByText(context, reply);
    // The outbox sends the answer, so the provider sends nothing.
    return c.body('<Response/>', 200, { 'content-type': 'text/xml' });
  });
}

/**
 * Answers the last question that was texted to this number: 1 is yes, 2 is no. Other texts are left alone, because an
 * automatic answer could be answered automatically, without end.
 */
async function answerByText(context: Context, { from, text }: { from: string; text: string }): Promise<void> {
  const answer = /^\W*([12])\W*$/.exec(text)?.[1];
  const phone = normalisePhone(from) ?? from;
  const question = answer ? await findQuestion(context, phone) : null;
  if (!question) return;
  const site = await readSite(context.db);
  const act = () => transaction(context.db, (tx) => question.answer(tx, answer === '1'));
  const reply = await inLanguageOf(question, act, site).catch((error: unknown) => {
    if (error instanceof Refusal) return sayNow(error.failure.message);
    throw error;
  });
  if (reply === null) return;
  const sent = { channel: 'sms', to: phone, template: 'text_answer', text: withSender(site.name, reply) } as const;
  await queueMessages(context.db, context, [sent]);
}

interface Question {
  readonly language: string | null;
  /** Acts on the answer. Returns the text for the guest; null if another message says it. */
  readonly answer: (tx: Tx, isComing: boolean) => Promise<string | null>;
}

async function findQuestion(context: Context, phone: string): Promise<Question | null> {
  const { db, clock, linkKeys } = context;
  const call = await findLastCall(db, phone);
  const reminder = await selectReservations(db)
    // With a mail address the number was never used, so nothing shows that it is the guest's.
    .where('r.customer_email', '=', '')
    .where('r.customer_phone', '=', phone)
    .where('r.status', 'in', AWAITED_STATUSES)
    .where('r.is_over', '=', false)
    .where('r.guest_confirmation', 'is not', null)
    .where('r.starts_at', '>', clock.now())
    .orderBy('r.reminded_at', 'desc')
    .executeTakeFirst();
  const isReminderNewer = reminder?.reminded_at && call?.called_at && reminder.reminded_at > call.called_at;
  if (call && !isReminderNewer) {
    return {
      language: call.language,
      async answer(tx, coming) {
        await answerCall(context, tx, GUEST, { waitId: call.id, token: linkKeys('wait', call.id), coming });
        return coming ? say`Thank you. Your table is waiting for you.` : say`You are not on the waitlist any more.`;
      },
    };
  }
  if (!reminder) return null;
  const { reservation_id: reservationId, language } = reminder;
  const request = { reservationId, token: linkKeys('reservation', reservationId) };
  return {
    language,
    async answer(tx, isComing) {
      await (isComing ? confirmReservation : cancelReservation)(context, tx, GUEST, request);
      return isComing ? say`Thank you. Your table is confirmed.` : null;
    },
  };
}
