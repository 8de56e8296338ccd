import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { localDate, say } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { periodDates, type Period } from '@tiffin/domain/stats';
import { Explained } from '../../shared/figures/explained.tsx';
import { apiQuery } from '../../shared/api/queries.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import styles from './dashboard.module.css';

export function daysOf(period: Period, zone: string) {
  const [from, next] = periodDates(period, localDate(new Date(), zone));
  return { from, to: addDays(next, -1) };
}

/** The address of the report of a period of the dashboard. */
export function reportHref(locationId: string, period: Period, zone: string): string {
  return `?${new URLSearchParams({ location: locationId, ...daysOf(period, zone) })}#report`;
}

/** The net sales of the report, next to the revenue, so that both pages show the same figure. */
export function NetSalesCard({ locationId, period, zone }: { locationId: string; period: Period; zone: string }) {
  const { from, to } = daysOf(period, zone);
  const { data } = useQuery({
    ...apiQuery(['report', locationId, from, to], 'getReport', { query: { locationId, from, to } }),
    enabled: locationId !== '',
    staleTime: CACHE_LIFETIMES.analytics,
    refetchInterval: CACHE_LIFETIMES.analytics,
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  return (
    <section
      className={`row flex-wrap between gap-8-16 round-md surface shadow-1 ${styles.card}`}
      aria-label={say`Net sales`}
    >
      <div>
        <h2 className={styles.title}>{say`Net sales`}</h2>
        <p className={`num weight-640 ${styles.amount}`}>
          <Explained figure="net" title={say`Net sales`} text={formatMoney(centsOf(data.sales.net))} />
        </p>
        <p className="hint">{say`Dishes before tax and tips, less discounts and refunds.`}</p>
      </div>
      <TextLink href={reportHref(locationId, period, zone)}>{say`Open the report`}</TextLink>
    </section>
  );
}
