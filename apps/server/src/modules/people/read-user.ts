import type { AnswerOf } from '@tiffin/contract';
import type { getUser } from '@tiffin/contract/users';
import { refuse } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import { hasCodes, hasPasskeys } from '../../auth/second-step.ts';
import type { Db } from '../../db/connection.ts';
import { readUsersById, userAnswer } from './read-users.ts';

const POINTS_SHOWN = 20;

export async function readUser(db: Db, userId: string): Promise<AnswerOf<typeof getUser>> {
  const [row] = await readUsersById(db, [userId]);
  if (!row) throw refuse('not-found', userNotices.notFound);
  const consent = await db
    .selectFrom('consents')
    .select(['given_at', 'source', 'withdrawn_at'])
    .where('email', '=', row.email)
    .where('purpose', '=', 'promotions')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const points = await db
    .selectFrom('loyalty_entries')
    .select(['points', 'reason', 'order_id', 'note', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(POINTS_SHOWN)
    .execute();
  return {
    user: userAnswer(row),
    consent: consent
      ? {
          agreedAt: consent.given_at.toISOString(),
          source: consent.source,
          withdrawnAt: consent.withdrawn_at?.toISOString() ?? null,
        }
      : null,
    welcomeCode: row.welcome_code,
    hasCodes: await hasCodes(db, userId),
    hasPasskeys: await hasPasskeys(db, userId),
    points: points.map((entry) => ({
      points: entry.points,
      reason: entry.reason,
      orderId: entry.order_id,
      note: entry.note,
      at: entry.at.toISOString(),
    })),
  };
}
