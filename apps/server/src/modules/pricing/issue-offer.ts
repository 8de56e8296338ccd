import { pageAddress } from '../../platform/i18n/request-language.ts';
import { randomCode } from '@tiffin/domain/core';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { isUniqueViolation, type Db } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { brandOf, welcomeMail } from '../outbox/templates/index.ts';
import { readSite } from '../settings/site.ts';

const CODE_LENGTH = 5;
const MOST_TRIES = 5;

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly publicUrl: string;
}

/** Sends the welcome mail of a new account, with a personal code for 10 % off the first order. */
export async function issueWelcomeOffer(
  parts: Parts,
  person: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const code = `WELCOME-${randomCode(CODE_LENGTH, parts.ids.random)}`;
    try {
      await sendWelcome(parts, person, code);
      return;
    } catch (error) {
      if (!isUniqueViolation(error) || tries >= MOST_TRIES) throw error;
    }
  }
}

function sendWelcome(
  parts: Parts,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  code: string,
): Promise<void> {
  return transaction(parts.db, async (tx) => {
    await tx.updateTable('users').set({ welcome_code: code }).where('id', '=', id).execute();
    const brand = brandOf(await readSite(tx), parts.publicUrl);
    const mail = welcomeMail({ brand, customerName: name, code, menuUrl: pageAddress(parts, '/menu') });
    await queueMessages(tx, parts, [
      {
        channel: 'mail',
        to: email,
        template: 'welcome',
        ...mail,
        userId: id,
        unproven: true,
        onceKey: `welcome:${id}`,
      },
    ]);
  });
}
