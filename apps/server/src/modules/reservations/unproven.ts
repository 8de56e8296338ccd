import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { ownsEmail } from '../people/proof.ts';
import type { ReservationRow } from './answer.ts';

/** Whether its guest only said that the address is theirs: then few messages go there, whoever asks for them. */
export async function isUnproven(context: Context, db: Db | Tx, row: ReservationRow): Promise<boolean> {
  if (!context.config.RATE_LIMITS || row.source === 'phone') return false;
  return !(await ownsEmail(db, row.user_id, row.customer_email));
}
