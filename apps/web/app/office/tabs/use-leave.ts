import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { toast } from '../../ui/toasts.ts';
import { TAB_KEYS } from '../../shared/tabs/tabs.ts';
import { RESERVATIONS_KEY } from '../reservations/use-reservations.ts';
import { UNDO_MS } from '../reservations/use-status-change.ts';

/** Frees the table of a party that has left. The message about it offers to undo it. */
export function useLeave(tableName: string, partyName: string) {
  const changes = [...TAB_KEYS, RESERVATIONS_KEY];
  const resume = useCall('resumeSitting', { failed: say`The party was not brought back`, changes });
  const isFreeText = say`Table ${tableName} is free`;
  return useQueuedChange('endSitting', {
    about: () => isFreeText,
    failed: say`The table was not freed`,
    changes,
    onDone(_answer, { sittingId }) {
      const undo = { label: say`Undo`, onClick: () => void resume.send({ sittingId, name: partyName }) };
      toast.success(isFreeText, { duration: UNDO_MS, action: undo });
    },
  });
}
