import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as orders from './0010-orders.ts';
import * as payments from './0020-payments.ts';
import * as reservations from './0030-reservations.ts';
import * as peopleMessages from './0040-people-messages.ts';
import * as menuPhotos from './0050-menu-photos.ts';
import * as houseImages from './0055-house-images.ts';
import * as service from './0060-service.ts';
import * as welcomeOffer from './0065-welcome-offer.ts';
import * as push from './0070-push.ts';
import * as mailContent from './0075-mail-content.ts';
import * as keptAsItIs from './0080-kept-as-it-is.ts';
import * as owedByHand from './0085-owed-by-hand.ts';

/**
 * Forward only, in the order of their numbers, each once. The numbers leave room between them, so that
 * two changes made side by side need not be renumbered.
 */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0010-orders': orders,
  '0020-payments': payments,
  '0030-reservations': reservations,
  '0040-people-messages': peopleMessages,
  '0050-menu-photos': menuPhotos,
  '0055-house-images': houseImages,
  '0060-service': service,
  '0065-welcome-offer': welcomeOffer,
  '0070-push': push,
  '0075-mail-content': mailContent,
  '0080-kept-as-it-is': keptAsItIs,
  '0085-owed-by-hand': owedByHand,
};
