import { say } from '@tiffin/domain/core';
import { callOutCode } from '@tiffin/domain/order';
import { officePaths } from '../../office-paths.ts';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { ManagedPromotion } from './promotion-draft.ts';

const PAGE_SIZE = 20;

interface PromotionOrdersProps {
  promotion: ManagedPromotion;
  locations: readonly { readonly id: string; readonly name: string }[];
}

/** The orders that a promotion brought, each with what it cost. */
export function PromotionOrders({ promotion: { id, sales, cost }, locations }: PromotionOrdersProps) {
  const orders = usePages(['promotions', id, 'orders'], 'getPromotionOrders', { promotionId: id, limit: PAGE_SIZE });
  const nameOf = (locationId: string) => locations.find((each) => each.id === locationId)?.name ?? locationId;
  return (
    <Panel
      title={say`Orders with it`}
      explain={
        sales === undefined ? undefined : say`${formatMoney(centsOf(sales))} sold, ${formatMoney(centsOf(cost))} off`
      }
    >
      <LoadedPages
        list={orders}
        rowsOf={(page) => page.orders}
        failed={say`The orders could not be loaded`}
        rows={3}
        none={<p className="soft">{say`No order used it yet.`}</p>}
      >
        {(rows) => (
          <ul className="ruled">
            {rows.map(({ orderId, at, locationId, total, off }) => (
              <li key={orderId} className="row flex-wrap between gap-8">
                <span>
                  <TextLink href={officePaths.order(orderId)}>{callOutCode(orderId)}</TextLink>{' '}
                  <small className="soft">
                    {formatTime(at, 'date-time')}, {nameOf(locationId)}
                  </small>
                </span>
                <span>
                  {formatMoney(centsOf(total))}{' '}
                  <small className="soft">{say`${formatMoney(centsOf(off))} taken off`}</small>
                </span>
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
    </Panel>
  );
}
