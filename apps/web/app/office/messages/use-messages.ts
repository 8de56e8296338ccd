import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { MAIL, cacheMailing, useLiveMailings } from './compose/use-mail.ts';
import { apiQuery } from '../../shared/api/queries.ts';

export type Message = Answer<'getMessages'>['messages'][number];

export type MessageKind = 'all' | 'mail' | 'sms' | 'failed' | 'outbox';

export interface MessageFilter {
  readonly kind: MessageKind;
  readonly search: string;
  /** Only messages of this mailing. */
  readonly mailingId: string | null;
}

const PAGE_SIZE = 30;
const LOOK_EVERY_MS = 15_000;

/** Hides messages of mailings, which have their own panel, unless the user searches for one. */
function queryOf({ kind, search, mailingId }: MessageFilter) {
  const single = mailingId === null && search.trim() === '' && kind !== 'failed';
  return {
    search: search.trim(),
    single: single ? ('true' as const) : ('false' as const),
    ...((kind === 'mail' || kind === 'sms') && { channel: kind }),
    ...((kind === 'failed' || kind === 'outbox') && { status: kind }),
    ...(mailingId !== null && { mailingId }),
  };
}

export function useMessages(filter: MessageFilter) {
  return useInfiniteQuery({
    queryKey: [MAIL, 'messages', filter],
    queryFn: ({ pageParam, signal }) =>
      api(
        'getMessages',
        { query: { ...queryOf(filter), limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  });
}

export function useMessage(messageId: string) {
  return useQuery({
    queryKey: [MAIL, 'message', messageId],
    // without a mail server an admin passes on links that open an account
    queryFn: ({ signal }) => withFreshSignIn(() => api('getMessage', { query: { messageId } }, { signal })),
  });
}

export function useMailings() {
  return useQuery(apiQuery([MAIL, 'mailings'], 'getMailings', { query: {} }));
}

export function useEmailStats() {
  return useQuery(apiQuery([MAIL, 'stats'], 'getEmailStats', { query: {} }));
}

export function useRetryMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: string) => api('retryMessage', { body: { messageId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: [MAIL] }),
  });
}

export function useStopMailing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mailingId: string) => api('stopMailing', { body: { mailingId } }),
    onSuccess: ({ mailing }) => cacheMailing(client, mailing),
  });
}

export function useRetryMailing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mailingId: string) => api('retryMailing', { body: { mailingId } }),
    onSuccess: ({ mailing }) => cacheMailing(client, mailing),
    onSettled: () => void client.invalidateQueries({ queryKey: [MAIL, 'messages'] }),
  });
}

/** Shows failures as soon as they are known. */
export function useLiveMessages(): { refresh: () => void } {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: [MAIL] });
  useLiveMailings();
  useLiveEvents(['message.failed', 'reset'], refresh);
  return { refresh };
}
