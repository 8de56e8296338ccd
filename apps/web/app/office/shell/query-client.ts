import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isServerReachable, watchConnection } from '../../shared/offline/online.ts';

/**
 * The query cache of the back office. The API client already retries, so queries do not. While offline, queries pause
 * and cached data stays visible; each mutation decides whether to queue.
 */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => {
    setOnline(isServerReachable());
    return watchConnection(() => setOnline(isServerReachable()));
  });
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  watchConnection(() => void reloadFigures(client));
  return client;
}

/** The dashboard's figures depend on the connection, so those on screen are reloaded. */
function reloadFigures(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: ['dashboard'], type: 'inactive' });
  return client.invalidateQueries({ queryKey: ['dashboard'] });
}
