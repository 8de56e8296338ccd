import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/connection.ts';
import type { Handler } from '../../../platform/http/api-context.ts';
import type { Sandbox } from './sandbox.ts';
import { signEvent, SIGNATURE_HEADER } from './events.ts';

const LEASE_MS = 60_000;
const MOST_ATTEMPTS = 12;

/** Sends a signed event and returns the status of the response. */
export type PostEvent = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>;

/** Posts to the server's own handler within this process. */
export function createEventPoster(handler: Handler, url: string): PostEvent {
  return async (body, headers) => {
    const event = new Request(`${url}/api/webhooks/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return (await handler(event)).status;
  };
}

/** Delivers due sandbox events to our webhook and retries like a real provider. Returns the number of events. */
export async function deliverEvents(sandbox: Sandbox, db: Db, clock: Clock, post: PostEvent): Promise<number> {
  const now = clock.now();
  const due = await db
    .updateTable('sandbox_events')
    .set((set) => ({ deliver_at: new Date(now.getTime() + LEASE_MS), attempts: set('attempts', '+', 1) }))
    .where('id', 'in', (from) =>
      from
        .selectFrom('sandbox_events')
        .select('id')
        .where('deliver_at', '<=', now)
        .orderBy('deliver_at')
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'body', 'copies', 'attempts'])
    .execute();
  const over: string[] = [];
  for (const event of due) {
    const headers = { [SIGNATURE_HEADER]: signEvent(event.body, sandbox.secret, clock.now()) };
    const copies = Array.from({ length: event.copies }, () => post(event.body, headers).catch(() => 0));
    const taken = (await Promise.all(copies)).some((status) => status >= 200 && status < 300);
    if (taken || event.attempts >= MOST_ATTEMPTS) over.push(event.id);
    else {
      const again = new Date(clock.now().getTime() + 2_000 * 2 ** event.attempts);
      await db.updateTable('sandbox_events').set({ deliver_at: again }).where('id', '=', event.id).execute();
    }
  }
  if (over.length > 0) await db.deleteFrom('sandbox_events').where('id', 'in', over).execute();
  return due.length;
}
