import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { canUndoClaim } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../api/api.ts';
import { newKey } from '../api/new-key.ts';
import { useRequestState } from '../errors/use-step.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';

type Claimed = Pick<Answer<'getCustomerOrderDetails'>['order'], 'orderId' | 'claimedAt'>;

export function isClaimUndoable({ claimedAt }: Claimed, now: Date): boolean {
  return canUndoClaim(claimedAt === undefined ? null : new Date(claimedAt), now);
}

/** A button that removes an order added to the account by mistake. */
export function UndoClaim({ order: { orderId } }: { order: Claimed }) {
  const { revalidate } = useRevalidator();
  const [key] = useState(newKey);
  const giving = useRequestState(async () => {
    const { message } = await api('undoClaim', { body: { orderIds: [orderId] } }, { idempotencyKey: key });
    toast.success(message);
    await revalidate();
  });
  return (
    <>
      <Button look="quiet" size="sm" busy={giving.busy} onClick={() => giving.submit()}>
        <span>
          {say`Not mine: remove it`} <span className="sr-only">{say`order ${orderId}`}</span>
        </span>
      </Button>
      <ErrorBanner says={giving.problem} />
    </>
  );
}
