import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallName } from '@tiffin/contract';
import type { Answer, Body } from './api.ts';
import { callOf, useAction, type ActionReport } from './use-action.ts';

interface CallReport<N extends CallName> extends ActionReport<Body<N>, Answer<N>> {
  /** The queries to load again, whether it succeeded or not. */
  readonly changes?: readonly QueryKey[];
  /** The query whose new data is the answer. */
  readonly replaces?: QueryKey;
}

/**
 * A call that changes something:
 *
 *     const remove = useCall('removeReader', { doneText: () => texts.removed, changes: [READERS_KEY] });
 *     <Button busy={remove.isBusy} onClick={() => void remove.send({ readerId })}>
 */
export function useCall<N extends CallName>(
  name: N,
  { changes = [], replaces, onDone, onFailed, ...report }: CallReport<N>,
) {
  const client = useQueryClient();
  const reload = () => {
    for (const queryKey of changes) void client.invalidateQueries({ queryKey });
  };
  return useAction(callOf(name), {
    ...report,
    onDone(answer, body) {
      if (replaces) client.setQueryData(replaces, answer);
      reload();
      onDone?.(answer, body);
    },
    onFailed(error, body) {
      reload();
      return onFailed?.(error, body);
    },
  });
}
