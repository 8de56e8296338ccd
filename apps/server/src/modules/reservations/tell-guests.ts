import { record } from '@tiffin/domain/core';
import type { Reaction } from '../../events/reactions.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import { mailsFor } from './mails.ts';
import { findReservation } from './queries.ts';
import { isUnproven } from './unproven.ts';

/** A guest hears that the table is booked, and that it is cancelled: each once. */
export const tellGuests: Reaction = {
  name: 'reservation-messages',
  types: ['reservation.created', 'reservation.updated'],
  async react(context, tx, events) {
    const write = mailsFor(context, tx);
    const messages: NewMessage[] = [];
    for (const event of events) {
      const told = record(event.data['reservation']);
      const id = told?.['id'];
      if (typeof id !== 'string') continue;
      const isCancelled = event.type === 'reservation.updated' && told?.['status'] === 'cancelled';
      if (event.type === 'reservation.updated' && !isCancelled) continue;
      const row = await findReservation(tx, id);
      // Cancelled before anybody could write: one message is enough.
      if (!row || (event.type === 'reservation.created' && row.status === 'cancelled')) continue;
      // What is tidied up after the evening concerns nobody any more.
      if (isCancelled && row.starts_at <= event.at) continue;
      const letter = isCancelled ? await write.cancellation(row) : await write.confirmation(row);
      const unproven = row.cancelled_by !== 'staff' && (await isUnproven(context, tx, row));
      messages.push({ ...letter, unproven, onceKey: `${letter.template}:${row.id}` });
    }
    await queueMessages(tx, context, messages);
  },
};
