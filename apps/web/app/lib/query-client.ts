import { QueryClient } from '@tanstack/react-query';

/** The back office's store of answers. The API client retries; a second layer would only multiply. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false },
    },
  });
}
