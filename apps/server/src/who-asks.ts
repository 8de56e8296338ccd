import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string>();

/** For whom the work under way is done: their session, else their address; '' for what the house does by itself. */
export function currentClient(): string {
  return asking.getStore() ?? '';
}

/** Does work for somebody: where many wait, it waits in a line of theirs. */
export function runForClient<T>(who: string, work: () => T): T {
  return asking.run(who, work);
}
