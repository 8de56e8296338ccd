import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { mayGiveBack } from '@tiffin/domain/order';
import { api, type Answer } from '../api/api.ts';
import { newKey } from '../api/new-key.ts';
import { useStep } from '../errors/use-step.ts';
import { Problem } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { giveBackTexts } from './give-back-texts.ts';

type Claimed = Pick<Answer<'getCustomerOrderDetails'>['order'], 'orderId' | 'claimedAt'>;

export function canGiveBack({ claimedAt }: Claimed, now: Date): boolean {
  return mayGiveBack(claimedAt === undefined ? null : new Date(claimedAt), now);
}

/** An order that came into one's account by mistake leaves it again by one press. */
export function GiveBack({ order: { orderId } }: { order: Claimed }) {
  const { revalidate } = useRevalidator();
  const [key] = useState(newKey);
  const giving = useStep(async () => {
    const { message } = await api('undoClaim', { body: { orderIds: [orderId] } }, { idempotencyKey: key });
    toast.success(message);
    await revalidate();
  });
  return (
    <>
      <Button look="quiet" size="sm" busy={giving.busy} onClick={() => giving.submit()}>
        <span>
          {giveBackTexts.giveBack} <span className="sr-only">{giveBackTexts.of(orderId)}</span>
        </span>
      </Button>
      <Problem says={giving.problem} />
    </>
  );
}
