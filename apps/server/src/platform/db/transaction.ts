import { Refusal } from '@tiffin/domain/core';
import { isSerialization, transactionsOf, type Db, type Tx } from './connection.ts';
import { holdingConnection } from './one-connection.ts';

/** A transaction that lost against another is tried this often at most. */
export const TRANSACTION_TRIES_MAX = 25;

type Effect = () => void | Promise<void>;

const afterCommit = new WeakMap<Db, Effect[]>();

/**
 * One use case, one transaction, one connection: whatever it needs besides is read before it. What must
 * reach the outside (a doorbell, a job) waits for the commit; a serialization failure or deadlock is
 * tried again.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('a transaction was opened inside a transaction: pass `tx` on instead');
  return tryAgain(async () => {
    const effects: Effect[] = [];
    const result = await transactionsOf(db).run(() =>
      db.transaction().execute((tx) => {
        afterCommit.set(tx, effects);
        return holdingConnection(() => work(tx));
      }),
    );
    await Promise.all(effects.map(async (effect) => effect()));
    return result;
  });
}

/** Does again what lost against another transaction. */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isSerialization(error) || attempt >= TRANSACTION_TRIES_MAX) throw error;
    }
  }
}

/** What was read before the transaction holds no more: somebody else was first. It is read again, and tried again. */
export class StatementRefused extends Refusal {}

/** So many may be first, one after the other. */
const OVERTAKEN_MOST = 200;

/** Reads and works again for as long as others are first. */
export async function readAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StatementRefused) || times >= OVERTAKEN_MOST) throw error;
    }
  }
}

/**
 * Runs once the transaction has been committed; never when it is rolled back. Whoever waits for the
 * transaction waits for it too. What was done without one is committed by itself.
 */
export function onCommit(db: Db | Tx, effect: () => void): void;
export function onCommit(tx: Tx, effect: Effect): void;
export function onCommit(db: Db | Tx, effect: Effect): void {
  if (!db.isTransaction) return void effect();
  const effects = afterCommit.get(db);
  if (!effects) throw new Error('this transaction was not opened with transaction()');
  effects.push(effect);
}
