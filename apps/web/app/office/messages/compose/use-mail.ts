import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import { EMAIL_TEMPLATES } from '@tiffin/domain/messages';
import { api, type Answer, type Body } from '../../../shared/api/api.ts';
import { eventPayload } from '../../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../../shared/live/live-events.ts';
import { apiQuery, idempotentMutation } from '../../../shared/api/queries.ts';

export type Mailing = Answer<'getMailing'>['mailing'];

type TemplateData = NonNullable<Body<'previewEmail'>['templateData']>;

export const MAIL = 'mail';
const LOOK_EVERY_MS = 1_000;

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

export function usePreview(what: { templateId: string; templateData: TemplateData } | null) {
  return useQuery({
    ...apiQuery([MAIL, 'preview', what], 'previewEmail', { body: what ?? { templateId: 'custom', templateData: {} } }),
    enabled: what !== null,
  });
}

export function useStartMailing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: Body<'startMailing'>; key: string }) =>
      api('startMailing', { body }, { idempotencyKey: key }),
    onSuccess: ({ mailing }) => cacheMailing(client, mailing),
  });
}

export function useSendEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: idempotentMutation('sendEmail'),
    onSettled: () => void client.invalidateQueries({ queryKey: [MAIL, 'messages'] }),
  });
}

/** The progress of a mailing, from live events and from polling in case events are lost. */
export function useMailing(mailing: Mailing) {
  const query = useQuery({
    ...apiQuery([MAIL, 'mailing', mailing.id], 'getMailing', { query: { mailingId: mailing.id } }),
    initialData: { mailing },
    refetchInterval: ({ state }) => (state.data?.mailing.isFinished ? false : LOOK_EVERY_MS),
  });
  return query.data.mailing;
}

export function cacheMailing(client: QueryClient, mailing: Mailing): void {
  client.setQueryData<Answer<'getMailing'>>([MAIL, 'mailing', mailing.id], { mailing });
  client.setQueriesData<Answer<'getMailings'>>(
    { queryKey: [MAIL, 'mailings'] },
    (listed) =>
      listed && {
        mailings: [mailing, ...listed.mailings.filter((each) => each.id !== mailing.id)].toSorted(newestFirst),
      },
  );
}

function newestFirst(a: Mailing, b: Mailing): number {
  return b.createdAt.localeCompare(a.createdAt);
}

export function useLiveMailings(): void {
  const client = useQueryClient();
  useLiveEvents(['mailing.updated'], ({ data }) => {
    const mailing = eventPayload<Mailing>(data, 'mailing', 'isFinished');
    if (mailing) cacheMailing(client, mailing);
  });
}
