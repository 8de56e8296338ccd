import { useState } from 'react';
import { api } from '../api/api.ts';
import { errorTextOrServerMessage } from '../errors/error-text.ts';
import { withFreshSignIn } from '../session/fresh-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';

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
  const [isBusy, setIsBusy] = useState(false);
  const amount = formatMoney(centsOf(overpaid.amount));
  const giveBack = async () => {
    setIsBusy(true);
    try {
      const body = { refundId: overpaid.refundId };
      await withFreshSignIn((shown) => api('settleManualRefund', { body }, shown));
      toast.success(texts.gaveBack(amount), { description: overpaid.about });
      onClose();
    } catch (error) {
      toast.error(errorTextOrServerMessage(error, [403, 404, 409]), { description: overpaid.about });
    }
    setIsBusy(false);
  };
  const [title, text] = overpaid.isPaidTwice
    ? [texts.giveBackTitle(amount), texts.giveBackText]
    : [texts.notDueTitle(amount), texts.notDueText];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`${overpaid.about}. ${text}`}
      footer={
        <>
          <Button look="quiet" disabled={isBusy} onClick={onClose}>
            {texts.leaveIt}
          </Button>
          <Button busy={isBusy} onClick={() => void giveBack()}>
            {texts.giveBack(amount)}
          </Button>
        </>
      }
    />
  );
}
