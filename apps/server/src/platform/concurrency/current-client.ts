import { AsyncLocalStorage } from 'node:async_hooks';

const clients = new AsyncLocalStorage<string>();

/** The client of the server's own work. */
export const NO_CLIENT = '';

/** The client of the current work: its session, else its address. */
export function currentClient(): string {
  return clients.getStore() ?? NO_CLIENT;
}

/** Runs work for this client, which has its own queue in the limiters. */
export function runForClient<T>(client: string, work: () => T): T {
  return clients.run(client, work);
}
