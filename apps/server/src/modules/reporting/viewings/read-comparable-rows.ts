import type { DatedRow } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../platform/db/connection.ts';
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import { containsPosition, readPosition } from '../report/read-position.ts';
import { readRememberedRows } from './remember-viewing.ts';
import type { ViewedPeriod, Viewing } from './viewing.ts';

interface PositionedRows {
  readonly position: string;
  /** Null if there are too many orders to remember. */
  readonly rows: DatedRow[] | null;
}

/** The rows of a period to compare with an earlier viewing. A replica that is behind the viewing is not used. */
export async function readComparableRows(
  { db, database }: Context,
  period: ViewedPeriod,
  earlier: Viewing | undefined,
): Promise<PositionedRows> {
  const read = (source: Db): Promise<PositionedRows | null> =>
    snapshotTransaction(source, async (tx) => {
      const position = await readPosition(tx);
      if (source !== database.db && earlier && !(await containsPosition(tx, position, earlier.position))) return null;
      return { position, rows: await readRememberedRows(tx, period) };
    });
  const rows = (await read(db)) ?? (await read(database.db));
  if (!rows) throw new Error('the primary contains every viewing');
  return rows;
}
