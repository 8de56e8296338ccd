import { AsyncLocalStorage } from 'node:async_hooks';

/** Marks work that holds a connection of the pool until its transaction ends. */
const currentTransaction = new AsyncLocalStorage<{ open: boolean } | null>();

/** Called when a transaction asks for a second connection. */
export type SecondConnectionHandler = (error: Error) => void;

/** Runs the work of a transaction, which holds one connection. */
export async function runHoldingConnection<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { open: true };
  try {
    return await currentTransaction.run(transaction, work);
  } finally {
    transaction.open = false;
  }
}

/** For work that a transaction starts but does not wait for. */
export function runOutsideTransaction<T>(work: () => T): T {
  return currentTransaction.run(null, work);
}

/**
 * A transaction that waits for a second connection keeps its first one. As many of them as there are connections
 * would wait for each other forever.
 */
export function checkNoConnectionInUse(onSecond: SecondConnectionHandler): void {
  if (!currentTransaction.getStore()?.open) return;
  onSecond(new Error('a transaction took a second connection: read what it needs before it, or pass `tx` on'));
}

export function refuseSecondConnection(error: Error): never {
  throw error;
}
