import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import { EMAIL_TEMPLATES } from '@tiffin/domain/messages';
import type { Answer } from '../../../shared/api/api.ts';
import { eventPayload } from '../../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../../shared/live/live-events.ts';
import { apiQuery } from '../../../shared/api/queries.ts';

export type Mailing = Answer<'getMailing'>['mailing'];

/** The first part of all query keys of messages. */
export const MAIL = 'mail';
const POLL_MS = 1_000;

/** The templates. If the server does not answer, the built-in ones without a mail provider. */
export function useTemplates() {
  const query = useQuery({ ...apiQuery([MAIL, 'templates'], 'getEmailTemplates'), staleTime: CACHE_LIFETIMES.default });
  return {
    templates: query.data?.templates ?? EMAIL_TEMPLATES,
    emailEnabled: query.data?.emailEnabled ?? false,
    isPending: query.isPending,
    isError: query.isError,
  };
}

/** The progress of a mailing, from live events and from polling in case events are lost. */
export function useMailing(mailing: Mailing) {
  const query = useQuery({
    ...apiQuery([MAIL, 'mailing', mailing.id], 'getMailing', { query: { mailingId: mailing.id } }),
    initialData: { mailing },
    refetchInterval: ({ state }) => (state.data?.mailing.isFinished ? false : POLL_MS),
  });
  return query.data.mailing;
}

/** Shows the progress of mailings when the server reports it. */
export function useLiveMailings(): void {
  const client = useQueryClient();
  useLiveEvents(['mailing.updated'], ({ data }) => {
    const mailing = eventPayload<Mailing>(data, 'mailing', 'isFinished');
    if (!mailing) return;
    client.setQueryData<Answer<'getMailing'>>([MAIL, 'mailing', mailing.id], { mailing });
    void client.invalidateQueries({ queryKey: [MAIL, 'mailings'] });
  });
}
