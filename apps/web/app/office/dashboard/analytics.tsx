import { useState } from 'react';
import { phoneText } from '@tiffin/domain/people';
import { moneyText, REVENUE_RANGES, type RevenueRange } from '@tiffin/domain/stats';
import { centsOf, formatTime } from '../../ui/format.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import styles from './analytics.module.css';
import { dayText } from './charts.ts';
import { texts } from './texts.ts';
import { useCustomers, useRevenue } from './use-figures.ts';

export function RevenueAnalytics({ locationId }: { locationId: string }) {
  const [range, setRange] = useState<RevenueRange>('week');
  const { data, error, refetch } = useRevenue(locationId, range);
  const buckets = data?.revenue ?? [];
  const months = data?.range === 'year';
  const together = buckets.reduce((sum, bucket) => sum + bucket.revenue, 0);
  return (
    <Panel
      title={texts.revenueAnalytics}
      explain={texts.explain.revenueAnalytics}
      aside={
        <Segmented
          legend={texts.range}
          legendHidden
          value={range}
          onValue={setRange}
          options={REVENUE_RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
        />
      }
    >
      {error && <Failed error={error} onTryAgain={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <p className="soft">
            {texts.sum} <b className="ink digits">{moneyText(centsOf(together), 'revenue')}</b>
          </p>
          <BarChart
            title={`${texts.revenueAnalytics}, ${texts.ranges[data.range]}`}
            heads={[months ? texts.month : texts.day, texts.revenue]}
            bars={buckets.map(({ date, revenue }, place) => ({
              id: date,
              label: dayText(date, months ? 'month' : data.range === 'week' ? 'day' : 'date'),
              value: revenue,
              text: moneyText(centsOf(revenue), 'revenue'),
              now: place === buckets.length - 1,
            }))}
            labels={months ? 12 : 7}
          />
        </>
      )}
    </Panel>
  );
}

export function CustomerAnalytics({ locationId, zone }: { locationId: string; zone: string }) {
  const { data, error, refetch } = useCustomers(locationId);
  return (
    <Panel title={texts.customerAnalytics} explain={texts.explain.latestCustomers}>
      {error && <Failed error={error} onTryAgain={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <dl className={`grid gap-12 ${styles.figures}`}>
            <Figure name={texts.customersCounted} value={String(data.totalCustomers)} />
            <Figure name={texts.repeat} value={String(data.repeatCustomers)} />
            <Figure name={texts.repeatRate} value={`${data.repeatCustomerRate}%`} />
            <Figure name={texts.ordersEach} value={String(data.avgOrdersPerCustomer)} />
            <Figure name={texts.spentEach} value={moneyText(centsOf(data.avgSpentPerCustomer), 'averageOrderValue')} />
          </dl>
          {data.topCustomers.length === 0 ? (
            <p>{texts.noCustomers}</p>
          ) : (
            <table className={styles.top}>
              <caption className="weight-600 text-left">{texts.topCustomers}</caption>
              <thead>
                <tr>
                  <th scope="col">{texts.customer}</th>
                  <th scope="col">{texts.ordersHead}</th>
                  <th scope="col">{texts.spent}</th>
                  <th scope="col" className={styles.wide}>
                    {texts.lastOrder}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.topCustomers.map((customer) => (
                  <tr key={customer.id}>
                    <th scope="row">{customer.id.includes('@') ? customer.id : phoneText(customer.id)}</th>
                    <td>{customer.totalOrders}</td>
                    <td>{moneyText(centsOf(customer.totalSpent), 'activityTotal')}</td>
                    <td className={styles.wide}>{formatTime(customer.lastOrder, 'day-month', zone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Panel>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="hint">{name}</dt>
      <dd className="text-lg weight-640 digits">{value}</dd>
    </div>
  );
}

function Failed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  return (
    <Banner
      tone="bad"
      announce="alert"
      action={
        <Button look="quiet" onClick={onTryAgain}>
          {texts.tryAgain}
        </Button>
      }
    >
      {wordsFor(error)}
    </Banner>
  );
}

function Waiting() {
  return (
    <Loading label={texts.loading}>
      <Skeleton height={180} />
    </Loading>
  );
}
