import { useQuery } from '@tanstack/react-query';
import { averageCents, say } from '@tiffin/domain/core';
import { apiQuery } from '../../shared/api/queries.ts';
import { useDebounced } from '../../shared/page/debounced.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { BarChart } from '../../ui/bar-chart.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { rulesOf, type PromotionDraft } from './promotion-draft.ts';
import styles from './promotions.module.css';

const PREVIEW_DELAY_MS = 500;

/** What the promotion would have cost in the last eight weeks. */
export function PromotionPreview({ draft, isComplete }: { draft: PromotionDraft; isComplete: boolean }) {
  // As text, so that an equal draft is the same query. 'null' while something is missing.
  const rules = useDebounced(JSON.stringify(isComplete ? rulesOf(draft) : null), PREVIEW_DELAY_MS);
  const preview = useQuery({
    ...apiQuery(['promotion-preview', rules], 'previewPromotion', { body: JSON.parse(rules) ?? rulesOf(draft) }),
    enabled: rules !== 'null',
  });
  return (
    <Panel title={say`In the last eight weeks`} explain={say`it would have cost, if nobody had ordered more`}>
      {rules === 'null' ? (
        <p className="soft">{say`Finish the sentence to see it.`}</p>
      ) : (
        <Loaded query={preview} failed={say`This could not be calculated`}>
          {({ cost, orders, weeks }) => (
            <div className="stack gap-8">
              <p className={styles.cost}>{formatMoney(centsOf(cost))}</p>
              <p>{ordersText(orders, cost)}</p>
              {orders > 0 && (
                <BarChart
                  title={say`Cost by week`}
                  labels={4}
                  heads={[say`Week from`, say`Cost`]}
                  bars={weeks.map(({ from, cost: ofWeek }) => ({
                    id: from,
                    // The month and day of the date.
                    label: from.slice(5),
                    value: ofWeek,
                    text: String(Math.round(ofWeek)),
                  }))}
                />
              )}
              <p className="hint">{say`Only one promotion counts for an order, the better one for the guest.`}</p>
            </div>
          )}
        </Loaded>
      )}
    </Panel>
  );
}

function ordersText(orders: number, cost: number): string {
  if (orders === 0) return say`No order would have been cheaper.`;
  const average = formatMoney(averageCents(centsOf(cost), orders));
  return say`on ${orders} orders, ${average} an order`;
}
