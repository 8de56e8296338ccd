import { say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import type { SessionRow } from './sessions.ts';

export const NO_ANSWER = say`The card provider does not answer. Nothing was taken.`;

/** Why a reader asks no more; not of an asking that another one followed. */
export async function writeWhy(
  context: Context,
  { id, reader_asked: asked }: Pick<SessionRow, 'id' | 'reader_asked'>,
  said: string,
): Promise<void> {
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_said: said })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('reader_asked', '=', asked)
    .execute();
}
