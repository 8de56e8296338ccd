import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { clearFigures } from './query-client.ts';

test('when the connection changes, cached figures are dropped and visible ones are reloaded [A-DATA-38]', async () => {
  const client = new QueryClient();
  client.setQueryData(['dashboard', 'truro', 'week'], { orders: 9 });
  client.setQueryData(['board', 'truro'], { open: [] });
  let request = 0;
  const shown = new QueryObserver(client, {
    queryKey: ['dashboard', 'truro', 'today'],
    queryFn: () => ++request,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: 0,
  });
  const stop = shown.subscribe(() => {});
  expect(request).toBe(0);
  await clearFigures(client);
  expect(request).toBe(1);
  expect(client.getQueryData(['dashboard', 'truro', 'week'])).toBeUndefined();
  expect(client.getQueryData(['board', 'truro'])).toEqual({ open: [] });
  stop();
  client.clear();
});
