import { useState, type ReactNode } from 'react';
import { RefreshCw } from 'lucide-react';
import { HALIFAX, say, type DateText } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { isAdmin, phoneText, worksAt } from '@tiffin/domain/people';
import { PERIODS, periodDates, type Period } from '@tiffin/domain/stats';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { addDays } from '@tiffin/domain/hours';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { FiguresPage } from '../../shared/figures/figures-page.tsx';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useBusinessDay } from '../../shared/site/business-day.ts';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LOCALE, centsOf, formatMoney } from '../../ui/format.ts';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Explained } from '../../shared/figures/explained.tsx';
import { apiQuery } from '../../shared/api/queries.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { TextLink } from '../../ui/link.tsx';
import {
  useDashboardView,
  type DashboardView,
  useOpenCounts,
  useStats,
  type Stats,
  zeroedStats,
} from './use-figures.ts';
import { CustomerAnalytics, PromiseAccuracy, RevenueAnalytics, dayBars, hourBars } from './charts.tsx';
import styles from './dashboard.module.css';
import { greetingAt, Welcome } from './welcome.tsx';
import { OrderTypes, QuickActions, RecentActivity, StatusOverview, TopItems } from './lists.tsx';
import { MoneyCards, StatCards } from './stat-cards.tsx';

const helloText = (greeting: string, name: string) => (name ? `${greeting}, ${name}.` : `${greeting}.`);

/** The figures of the day, the week or the month. `soundSetup` asks to allow the alarm's sound. */
export function Dashboard({ soundSetup }: { soundSetup: ReactNode }) {
  const { actor, me } = useBackOffice();
  useSetOfflineText(say`Working offline - data may be limited`);
  const online = useOnline();
  const locations = useLocations().filter((location) => worksAt(actor, location.id));
  const maySeeAll = isAdmin(actor);
  const [view, show] = useDashboardView(
    locations.map((location) => location.id),
    maySeeAll,
  );
  const { data, error, refetch, isFetching } = useStats(view, online);
  const counts = useOpenCounts(view.locationId, online);
  // Once figures were shown, an error leaves the page in place, with zeros.
  const [hasBeenVisible, setHasBeenVisible] = useState(false);
  if (data && !hasBeenVisible) setHasBeenVisible(true);
  const location = locations.find(({ id }) => id === view.locationId);
  const zone = location?.timeZone ?? HALIFAX;
  const stats = data ?? (error && hasBeenVisible ? zeroedStats(view) : null);
  const businessDayAt = useBusinessDay(locations);
  // The last day of the figures is today by the server's clock.
  const today = stats?.byDay.at(-1)?.date ?? businessDayAt(view.locationId);
  const firstName = me.displayName.trim().split(/\s+/)[0] ?? '';

  return (
    <div className={`stack gap-14 ${styles.dashboard}`}>
      <Head view={view} show={show} locations={locations} maySeeAll={maySeeAll} today={today} />
      {soundSetup}
      {error && hasBeenVisible && (
        <Banner
          tone="bad"
          announce="alert"
          title={say`Failed to load dashboard statistics`}
          action={<Button onClick={() => void refetch()}>{say`Try Again`}</Button>}
        >
          {errorText(error)}
        </Banner>
      )}
      {!stats && error && (
        <ErrorState
          title={say`Unable to Load Dashboard Stats`}
          text={`${say`An error occurred while loading dashboard data`}. ${errorText(error)}`}
        >
          <Button onClick={() => void refetch()}>{say`Try Again`}</Button>
        </ErrorState>
      )}
      {!stats && !error && <FiguresSkeleton />}
      {stats && (
        <>
          <Welcome
            hello={helloText(greetingAt(stats.lastUpdated, zone), firstName)}
            stats={stats}
            counts={counts.data ?? null}
            zone={zone}
          />
          <FiguresPage view={{ locationId: view.locationId, ...datesOf(stats.period, today) }} zone={zone}>
            <Figures stats={stats} locationId={view.locationId} zone={zone} locations={locations} today={today} />
          </FiguresPage>
          <Footer at={stats.lastUpdated} zone={zone} busy={isFetching} onRefresh={() => void refetch()} />
        </>
      )}
    </div>
  );
}

interface FiguresProps {
  stats: Stats;
  locationId: string;
  zone: string;
  locations: readonly Location[];
  today: DateText;
}

function Figures({ stats, locationId, zone, locations, today }: FiguresProps) {
  const { actor } = useBackOffice();
  return (
    <>
      <StatCards stats={stats} zone={zone} />
      <NetSalesCard locationId={locationId} period={stats.period} today={today} />
      {stats.money && <MoneyCards money={stats.money} />}
      <Charts stats={stats} />
      <div className={classNames('stack gap-12', styles.three)}>
        <StatusOverview breakdown={stats.statusBreakdown} />
        <TopItems items={stats.topItems} />
        <OrderTypes breakdown={stats.orderTypeBreakdown} />
      </div>
      <RecentActivity activity={stats.recentActivity} />
      <QuickActions actor={actor} />
      <div className={classNames('stack gap-12', styles.two)}>
        <RevenueAnalytics locationId={locationId} />
        <CustomerAnalytics locationId={locationId} zone={zone} />
      </div>
      <PromiseAccuracy locationId={locationId} nameOf={(id) => locations.find((each) => each.id === id)?.name ?? id} />
    </>
  );
}

interface HeadProps {
  view: DashboardView;
  show: (change: Partial<DashboardView>) => void;
  locations: readonly Location[];
  maySeeAll: boolean;
  today: DateText;
}

function Head({ view, show, locations, maySeeAll, today }: HeadProps) {
  const location = locations.find(({ id }) => id === view.locationId);
  return (
    <>
      <div className={`row flex-wrap ${styles.head}`}>
        <h1 className="grow-auto">{say`Dashboard`}</h1>
        <Segmented
          legend={say`Period`}
          legendHidden
          className={`text-xs nowrap ${styles.period}`}
          value={view.period}
          onValue={(period) => show({ period })}
          options={PERIODS.map(({ id, label }) => ({ value: id, label }))}
        />
        <LinkButton look="plain" href={reportHref(view.locationId, view.period, today)}>
          {say`Other days`}
        </LinkButton>
        <Select
          aria-label={say`Location`}
          className={styles.location ?? ''}
          value={view.locationId}
          onValue={(locationId) => show({ locationId })}
        >
          {maySeeAll && <option value={ALL_LOCATIONS}>{say`All Locations`}</option>}
          <NamedOptions options={locations} />
        </Select>
      </div>
      <p className="soft text-sm">
        {location
          ? `${location.address}, ${phoneText(location.phone)}`
          : locations.length === 1
            ? say`1 location`
            : say`${locations.length} locations together`}
      </p>
    </>
  );
}

function Charts({ stats }: { stats: Stats }) {
  const isOneDay = stats.period === 'today' || stats.period === 'yesterday';
  return (
    <div className={classNames('stack gap-12', styles.two)}>
      <Panel
        title={say`Revenue by day`}
        explain={say`Revenue of each business day, less refunds.`}
        aside={<span>{say`Last 7 days`}</span>}
      >
        <BarChart title={say`Revenue by day`} heads={[say`Day`, say`Revenue`]} bars={dayBars(stats.byDay)} />
      </Panel>
      <Panel
        title={say`Orders by hour`}
        explain={
          isOneDay
            ? say`Orders by the hour they were placed. Dashed: a usual day of this weekday.`
            : say`Orders by the hour they were placed, by the restaurant’s clock.`
        }
      >
        <BarChart
          title={say`Orders by hour`}
          heads={isOneDay ? [say`Hour`, say`Orders`, say`Usual`] : [say`Hour`, say`Orders`]}
          bars={hourBars(stats.byHour, stats.period)}
          labels={7}
        />
      </Panel>
    </div>
  );
}

function Footer({ at, zone, busy, onRefresh }: { at: string; zone: string; busy: boolean; onRefresh: () => void }) {
  return (
    <p className={`row hint flex-wrap digits ${styles.foot}`}>
      {at && say`Last updated ${clockText(at, zone)}, refreshes every 30 s`}
      <Button look="ghost" busy={busy} onClick={onRefresh}>
        {!busy && <RefreshCw />}
        {say`Refresh`}
      </Button>
    </p>
  );
}

function clockText(at: string, zone: string): string {
  return new Date(at).toLocaleTimeString(LOCALE, { timeZone: zone });
}

function FiguresSkeleton() {
  return (
    <Loading label={say`Loading the figures…`}>
      <div className="grid gap-14">
        <Skeleton height={92} />
        <Skeleton height={130} />
        <Skeleton height={280} />
        <Skeleton height={280} />
      </div>
    </Loading>
  );
}

function datesOf(period: Period, today: DateText) {
  const [from, next] = periodDates(period, today);
  return { from, to: addDays(next, -1) };
}

function reportHref(locationId: string, period: Period, today: DateText): string {
  return `?${new URLSearchParams({ location: locationId, ...datesOf(period, today) })}#report`;
}

/** The net sales of the report, next to the revenue, so that both pages show the same figure. */
function NetSalesCard({ locationId, period, today }: { locationId: string; period: Period; today: DateText }) {
  const { from, to } = datesOf(period, today);
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
      <TextLink href={reportHref(locationId, period, today)}>{say`Open the report`}</TextLink>
    </section>
  );
}
