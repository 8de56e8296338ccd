import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { Schema } from '../../db/schema.ts';
import { endStreams } from './change-users.ts';

/** Ends sessions, with the live events of their people: who is still signed in elsewhere comes back to theirs. */
export async function endSessions(
  context: Pick<Context, 'events' | 'clock'>,
  tx: Tx,
  which: (session: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>,
): Promise<number> {
  const ended = await tx.deleteFrom('sessions').where(which).returning('user_id').execute();
  const people = new Set(ended.map((session) => session.user_id));
  for (const userId of people) await endStreams(context, tx, userId, context.clock.now());
  return ended.length;
}
