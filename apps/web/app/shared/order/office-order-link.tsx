import { say } from '@tiffin/domain/core';
import { canSeeSection } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { useBackOffice } from '../session/back-office.tsx';

/** The number of the order or bill, which opens its page for those who may see it. */
export function OfficeOrderLink({ orderId }: { orderId: string | null }) {
  const { actor } = useBackOffice();
  if (orderId === null) return say`No order`;
  if (!canSeeSection('find-order', actor)) return <span className="num">{orderId}</span>;
  return (
    <TextLink className="num" href={officePaths.order(orderId)}>
      {orderId}
    </TextLink>
  );
}
