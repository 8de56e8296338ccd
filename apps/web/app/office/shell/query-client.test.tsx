import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { reportResponse } from '../../shared/offline/online.ts';
import { createQueryClient } from './query-client.ts';

/** The network goes away and comes back, as the browser reports it. */
const events = {
  offline: () => dispatchEvent(new Event('offline')),
  online: () => reportResponse(),
};

test('when the connection goes or comes back, cached figures are dropped and visible ones are reloaded [A-DATA-38]', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  const client = createQueryClient();
  let requests = 0;
  const shown = new QueryObserver(client, {
    queryKey: ['dashboard', 'truro', 'today'],
    queryFn: () => ++requests,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    initialData: 0,
  });
  const stop = shown.subscribe(() => {});
  for (const [turn, change] of [events.offline, events.online].entries()) {
    client.setQueryData(['dashboard', 'truro', 'week'], { orders: 9 });
    client.setQueryData(['board', 'truro'], { open: [] });
    change();
    await vi.waitFor(() => expect(requests).toBe(turn + 1));
    expect(client.getQueryData(['dashboard', 'truro', 'week'])).toBeUndefined();
    expect(client.getQueryData(['board', 'truro'])).toEqual({ open: [] });
  }
  stop();
  client.clear();
});
