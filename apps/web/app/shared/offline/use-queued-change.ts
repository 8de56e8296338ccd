import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Answer, Body } from '../api/api.ts';
import { useAction, type ActionReport } from '../api/use-action.ts';
import { toast } from '../../ui/toasts.ts';
import type { Change, QueuedCall } from './changes.ts';
import { beginSending } from './pending-changes.ts';
import { sendOrQueue, type SentOrQueued } from './send-or-queue.ts';

interface QueuedChangeReport<C extends QueuedCall> extends Pick<ActionReport<Body<C>, unknown>, 'failed' | 'onFailed'> {
  readonly about: (body: Body<C>) => string;
  /** Shown only when it waits offline, because the server may well refuse it. */
  readonly isUncertain?: boolean;
  /** The queries to load again. Until then the change is shown on top of what they loaded. */
  readonly changes?: readonly QueryKey[];
  readonly doneText?: (answer: Answer<C>, body: Body<C>) => string;
  /** The toast when it waits for a connection. */
  readonly queued?: string | null;
  readonly onDone?: (answer: Answer<C>, body: Body<C>) => void;
}

/**
 * A change that shows at once and may wait for a connection. The screen applies `usePendingChanges` to what it loaded,
 * so that one function shows changes in flight and changes in the queue, and a refused one disappears.
 */
export function useQueuedChange<C extends QueuedCall>(
  call: C,
  { about, isUncertain = false, changes = [], doneText, queued, onDone, ...report }: QueuedChangeReport<C>,
) {
  const client = useQueryClient();
  return useAction<Body<C>, SentOrQueued<C>>(
    async (body, { idempotencyKey = '', ...options }) => {
      // The types of call and body match.
      const change = { call, body } as unknown as Extract<Change, { readonly call: C }>;
      const sending = beginSending(change, idempotencyKey, { isShown: !isUncertain, queryKeys: changes, client });
      try {
        await sending.ready;
        const outcome = await sendOrQueue<C>(change, about(body), idempotencyKey, options);
        if (outcome.queued) {
          if (queued) toast.info(queued, { id: 'change-queued' });
          sending.dropped();
        } else {
          onDone?.(outcome.answer, body);
          sending.done();
        }
        return outcome;
      } catch (error) {
        sending.dropped();
        throw error;
      }
    },
    {
      ...report,
      doneText: (outcome, body) => (outcome.queued || !doneText ? null : doneText(outcome.answer, body)),
    },
  );
}
