import { useRevalidator } from 'react-router';
import { canUndoClaim } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import { callOf, useAction } from '../api/use-action.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

type Claimed = Pick<Answer<'getCustomerOrderDetails'>['order'], 'orderId' | 'claimedAt'>;

export function isClaimUndoable({ claimedAt }: Claimed, now: Date): boolean {
  return canUndoClaim(claimedAt === undefined ? null : new Date(claimedAt), now);
}

/** A button that removes an order added to the account by mistake. */
export function UndoClaim({ order: { orderId } }: { order: Claimed }) {
  const { revalidate } = useRevalidator();
  const undo = useAction(callOf('undoClaim'), { doneText: ({ message }) => message, onDone: () => void revalidate() });
  return (
    <>
      <Button look="quiet" size="sm" busy={undo.isBusy} onClick={() => void undo.send({ orderIds: [orderId] })}>
        <span>
          {say`Not mine: remove it`} <span className="sr-only">{say`order ${orderId}`}</span>
        </span>
      </Button>
      <ErrorBanner error={undo.error} />
    </>
  );
}
