import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isReached, watchConnection } from '../../shared/offline/online.ts';

/**
 * The back office's store of answers. The API client retries; a second layer would only multiply.
 * Without the server a question waits, and what is known stays on the screen; a change decides for
 * itself whether it waits in the queue.
 */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => {
    setOnline(isReached());
    return watchConnection(() => setOnline(isReached()));
  });
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  watchConnection(() => void clearFigures(client));
  return client;
}

/** The dashboard's figures are true for one state of the connection only: those on the screen are asked for anew. */
export function clearFigures(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: ['dashboard'], type: 'inactive' });
  return client.invalidateQueries({ queryKey: ['dashboard'] });
}
