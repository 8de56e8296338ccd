import { Refusal } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { isSerializationFailure, transactionLimiterOf, type Db, type Tx } from './connection.ts';
import { runHoldingConnection } from './one-connection.ts';

/** How often a transaction is retried after a conflict. */
export const TRANSACTION_TRIES_MAX = 25;

type Effect = () => void | Promise<void>;

const afterCommit = new WeakMap<Db, Effect[]>();

/**
 * Runs a use case in one transaction on one connection; everything else it needs is read before. Effects outside wait
 * for the commit. Serialization failures and deadlocks are retried.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('a transaction was opened inside a transaction: pass `tx` on instead');
  return retryOnConflict(async () => {
    const effects: Effect[] = [];
    const result = await transactionLimiterOf(db).run(() =>
      db.transaction().execute((tx) => {
        afterCommit.set(tx, effects);
        return runHoldingConnection(() => work(tx));
      }),
    );
    await Promise.all(effects.map(async (effect) => effect()));
    return result;
  });
}

/** Runs reads that all see the same snapshot of the data: what was committed before the first of them. */
export async function snapshotTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return work(tx);
  });
}

/** Retries work that lost against another transaction. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isSerializationFailure(error) || attempt >= TRANSACTION_TRIES_MAX) throw error;
    }
  }
}

/** Thrown when data that was read before the transaction is outdated: it is read again and the work is retried. */
export class OutdatedDataRefusal extends Refusal {}

/** How often work is retried because its data was outdated. Many others may take the next free time slot first. */
const OUTDATED_TRIES_MAX = 200;

/** Repeats reading and writing until the data is current. */
export async function retryOnOutdatedData<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutdatedDataRefusal) || times >= OUTDATED_TRIES_MAX) throw error;
    }
  }
}

/**
 * Runs an effect after the commit, never after a rollback; the caller of `transaction` waits for it. Without a
 * transaction it runs at once and nobody waits, so it must be synchronous.
 */
export function onCommit(db: Db | Tx, effect: () => void): void;
export function onCommit(tx: Tx, effect: Effect): void;
export function onCommit(db: Db | Tx, effect: Effect): void {
  if (!db.isTransaction) return void effect();
  const effects = afterCommit.get(db);
  if (!effects) throw new Error('this transaction was not opened with transaction()');
  effects.push(effect);
}

/**
 * Waits until a synchronous standby, if there is one, has everything that was committed so far: a read may show a
 * change whose commit was never confirmed (`UnconfirmedCommit`). Standbys get changes in order, so committing a
 * message, which nobody receives, waits for all changes before it.
 */
export async function confirmCommits(db: Db | Tx): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'tiffin', '')`.execute(db);
}
