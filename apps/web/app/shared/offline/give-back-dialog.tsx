import { say } from '@tiffin/domain/core';
import { api } from '../api/api.ts';
import { useAction } from '../api/use-action.ts';
import { refusalText } from '../errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';

export interface Overpaid {
  readonly refundId: string;
  /** In dollars. */
  readonly amount: number;
  /** The order, in words. */
  readonly about: string;
  /** False if nothing was due at all, for example because the order was cancelled. */
  readonly isPaidTwice: boolean;
}

/** After both payments of an order were recorded: give the second one back now, or leave it on the board's list. */
export function GiveBackDialog({ overpaid, onClose }: { overpaid: Overpaid; onClose: () => void }) {
  const amount = formatMoney(centsOf(overpaid.amount));
  const { send, isBusy } = useAction(
    (refundId: string, options) => api('settleManualRefund', { body: { refundId } }, options),
    {
      onDone() {
        toast.success(say`${amount} given back`, { description: overpaid.about });
        onClose();
      },
      onFailed(error) {
        toast.error(refusalText(error), { description: overpaid.about });
        return true;
      },
    },
  );
  const [title, text] = overpaid.isPaidTwice
    ? [
        say`Paid twice: give ${amount} back`,
        say`Both payments are recorded. The order needs attention until the money is returned.`,
      ]
    : [
        say`Nothing was due: give ${amount} back`,
        say`The payment is recorded. The order needs attention until the money is returned.`,
      ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`${overpaid.about}. ${text}`}
      footer={
        <>
          <Button look="quiet" disabled={isBusy} onClick={onClose}>
            {say`Leave for a manager`}
          </Button>
          <Button busy={isBusy} onClick={() => void send(overpaid.refundId)}>
            {say`Give ${amount} back in cash`}
          </Button>
        </>
      }
    />
  );
}
