import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether the work under way holds a connection of the pool; over once its transaction has ended. */
const reserved = new AsyncLocalStorage<{ open: boolean } | null>();

/** What is to happen when a transaction takes a second connection. */
export type OnSecond = (error: Error) => void;

/** Runs the work of a transaction, which holds a connection until the work is done. */
export async function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { open: true };
  try {
    return await reserved.run(transaction, work);
  } finally {
    transaction.open = false;
  }
}

/** For what a transaction may set going but does not wait for. */
export function apartFromTransaction<T>(work: () => T): T {
  return reserved.run(null, work);
}

/**
 * A transaction that waits for a second connection of its pool holds the first one meanwhile: as many
 * of them as the pool has connections wait for each other, and with them everybody.
 */
export function checkNoConnectionInUse(onSecond: OnSecond): void {
  if (!reserved.getStore()?.open) return;
  onSecond(new Error('a transaction took a second connection: read what it needs before it, or pass `tx` on'));
}

export function refuseSecond(error: Error): never {
  throw error;
}
