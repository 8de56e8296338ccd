import { randomInt } from 'node:crypto';
import { CALL_OUT_ALPHABET, refuse, say } from '@tiffin/domain/core';
import { SCREEN_KEY_CODE_LENGTH, screenKeyOf } from '@tiffin/domain/kitchen';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connection.ts';
import { logFailure } from '../db/outage-log.ts';
import { prepared } from '../db/prepared-statements.ts';
import type { Row } from '../db/schema.ts';
import { hashKey } from './secrets.ts';
import { updateRow } from '../db/write-row.ts';

/** The television whose key came with a request. */
export interface PickupScreen {
  readonly screenId: string;
  readonly locationId: string;
  readonly name: string;
  readonly showsInitials: boolean;
}

type ScreenRow = Pick<
  Row<'pickup_screens'>,
  'id' | 'location_id' | 'name' | 'shows_initials' | 'last_used_at' | 'refused_at'
>;

interface ScreenContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The key of a screen `s` is valid while the person who set it up may still set one up at its location. */
export const VALID_MAKER_SQL = `exists (
  select from users u where u.id = s.set_up_by and u.is_active and not u.is_deleted and (u.role = 'admin' or
    (u.role = 'manager' and exists (select from user_locations where user_id = u.id and location_id = s.location_id))))`;

const readScreen = prepared<ScreenRow>(
  'pickup-screen',
  `select s.id, s.location_id, s.name, s.shows_initials, s.last_used_at, s.refused_at
   from pickup_screens s join locations l on l.id = s.location_id and l.deleted_at is null
   where s.key_hash = $1 and s.ended_at is null and ${VALID_MAKER_SQL}`,
);

/** How often the use of a key is recorded. */
const USE_UPDATE_MS = 60_000;

export function newScreenKey(): string {
  const letters = Array.from(
    { length: SCREEN_KEY_CODE_LENGTH },
    () => CALL_OUT_ALPHABET[randomInt(CALL_OUT_ALPHABET.length)],
  );
  return screenKeyOf(letters.join(''));
}

/**
 * The screen with this key; null if there is none. Records the use of the key. If the request is not for a call that
 * screens may make, it is refused here, so that a new call cannot forget to refuse it.
 */
export async function screenOfKey(
  context: ScreenContext,
  key: string,
  { isScreenCall }: { readonly isScreenCall: boolean },
): Promise<PickupScreen | null> {
  const { rows } = await readScreen(context.db, [hashKey(key)]);
  const [row] = rows;
  if (!row) return null;
  const column = isScreenCall ? 'last_used_at' : 'refused_at';
  void noteUse(context, row, column);
  if (!isScreenCall) {
    throw refuse(
      'permission-denied',
      say`This key belongs to a pick-up screen. It shows order numbers and can do nothing else.`,
    );
  }
  return { screenId: row.id, locationId: row.location_id, name: row.name, showsInitials: row.shows_initials };
}

/** Runs in the background. A failure is only logged, because it records nothing but the last use. */
async function noteUse({ db, clock, log }: ScreenContext, row: ScreenRow, column: 'last_used_at' | 'refused_at') {
  const now = clock.now();
  const last = row[column];
  if (last && now.getTime() - last.getTime() < USE_UPDATE_MS) return;
  await updateRow(db, 'pickup_screens', row.id, { [column]: now }).catch((error: unknown) =>
    logFailure(log, error, 'the use of a pick-up screen could not be recorded'),
  );
}
