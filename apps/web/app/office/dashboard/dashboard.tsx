import { useState, type ReactNode } from 'react';
import { RefreshCw } from 'lucide-react';
import { HALIFAX } from '@tiffin/domain/core';
import { dashboardNotices } from '@tiffin/domain/errors';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { isAdmin, phoneText, worksAt } from '@tiffin/domain/people';
import { PERIODS } from '@tiffin/domain/stats';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { FiguresPage } from '../../shared/figures/figures-page.tsx';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LOCALE } from '../../ui/format.ts';
import { Select } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import {
  useDashboardView,
  type DashboardView,
  useOpenCounts,
  useStats,
  type Stats,
  zeroedStats,
} from './use-figures.ts';
import { CustomerAnalytics, PromiseAccuracy, RevenueAnalytics, dayBars, hourBars } from './analytics.tsx';
import styles from './dashboard.module.css';
import { greetingAt, Welcome } from './welcome.tsx';
import { OrderTypes, QuickActions, RecentActivity, StatusOverview, TopItems } from './lists.tsx';
import { daysOf, NetSalesCard, reportHref } from './net-sales-card.tsx';
import { MoneyCards, StatCards } from './stat-cards.tsx';
import { texts } from './texts.ts';

/** The figures of one or all locations, by period, updated live. */
export function Dashboard({ soundSetup }: { soundSetup: ReactNode }) {
  const { actor, me } = useBackOffice();
  useSetOfflineText(texts.offline);
  const online = useOnline();
  const places = useLocations().filter((place) => worksAt(actor, place.id));
  const mayAll = isAdmin(actor);
  const [view, show] = useDashboardView(
    places.map((place) => place.id),
    mayAll,
  );
  const { data, error, refetch, isFetching } = useStats(view, online);
  const counts = useOpenCounts(view.locationId, online);
  const [hasBeenVisible, setHasBeenVisible] = useState(false);
  if (data && !hasBeenVisible) setHasBeenVisible(true);
  const place = places.find(({ id }) => id === view.locationId);
  const zone = place?.timeZone ?? HALIFAX;
  const stats = data ?? (error && hasBeenVisible ? zeroedStats(view) : null);
  const firstName = me.displayName.trim().split(/\s+/)[0] ?? '';

  return (
    <div className={`stack gap-14 ${styles.dashboard}`}>
      <Head view={view} show={show} places={places} mayAll={mayAll} />
      {soundSetup}
      {error && hasBeenVisible && (
        <Banner
          tone="bad"
          announce="alert"
          title={dashboardNotices.loadFailed}
          action={<TryAgain onClick={() => void refetch()} />}
        >
          {errorText(error)}
        </Banner>
      )}
      {!stats && error && (
        <ErrorState
          title={dashboardNotices.unable}
          text={
            <>
              {dashboardNotices.loadError}. {errorText(error)}
            </>
          }
        >
          <TryAgain onClick={() => void refetch()} />
        </ErrorState>
      )}
      {!stats && !error && <Waiting />}
      {stats && (
        <>
          <Welcome
            hello={texts.hello(greetingAt(stats.lastUpdated, zone), firstName)}
            stats={stats}
            counts={counts.data ?? null}
          />
          <FiguresPage
            view={{ page: 'dashboard', locationId: view.locationId, ...daysOf(view.period, zone) }}
            zone={zone}
            isEnabled={online && !error}
          >
            <Figures stats={stats} locationId={view.locationId} zone={zone} places={places} />
          </FiguresPage>
          <Updated at={stats.lastUpdated} zone={zone} busy={isFetching} onRefresh={() => void refetch()} />
        </>
      )}
    </div>
  );
}

function Figures({
  stats,
  locationId,
  zone,
  places,
}: {
  stats: Stats;
  locationId: string;
  zone: string;
  places: readonly Location[];
}) {
  const { actor } = useBackOffice();
  return (
    <>
      <StatCards stats={stats} zone={zone} />
      <NetSalesCard locationId={locationId} period={stats.period} zone={zone} />
      {stats.money && <MoneyCards money={stats.money} />}
      <Pictures stats={stats} />
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
      <PromiseAccuracy locationId={locationId} nameOf={(id) => places.find((each) => each.id === id)?.name ?? id} />
    </>
  );
}

interface HeadProps {
  view: DashboardView;
  show: (change: Partial<DashboardView>) => void;
  places: readonly Location[];
  mayAll: boolean;
}

function Head({ view, show, places, mayAll }: HeadProps) {
  const place = places.find(({ id }) => id === view.locationId);
  return (
    <>
      <div className={`row flex-wrap ${styles.head}`}>
        <h1 className="grow-auto">{texts.title}</h1>
        <Segmented
          legend={texts.period}
          legendHidden
          className={`text-xs nowrap ${styles.period}`}
          value={view.period}
          onValue={(period) => show({ period })}
          options={PERIODS.map(({ id, label }) => ({ value: id, label }))}
        />
        <LinkButton look="plain" href={reportHref(view.locationId, view.period, place?.timeZone ?? HALIFAX)}>
          {texts.otherDays}
        </LinkButton>
        <Select
          aria-label={texts.location}
          className={styles.place ?? ''}
          value={view.locationId}
          onChange={(event) => show({ locationId: event.target.value })}
        >
          {mayAll && <option value={ALL_LOCATIONS}>{texts.allLocations}</option>}
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <p className="soft text-sm">
        {place ? `${place.address}, ${phoneText(place.phone)}` : texts.allLocationsText(places.length)}
      </p>
    </>
  );
}

function Pictures({ stats }: { stats: Stats }) {
  const oneDay = stats.period === 'today' || stats.period === 'yesterday';
  return (
    <div className={classNames('stack gap-12', styles.two)}>
      <Panel title={texts.byDay} explain={texts.explain.byDay} aside={<span>{texts.byDaySpan}</span>}>
        <BarChart title={texts.byDay} heads={[texts.day, texts.revenue]} bars={dayBars(stats.byDay)} />
      </Panel>
      <Panel title={texts.byHour} explain={oneDay ? texts.explain.byHourUsual : texts.explain.byHour}>
        <BarChart
          title={texts.byHour}
          heads={oneDay ? [texts.hour, texts.ordersHead, texts.usual] : [texts.hour, texts.ordersHead]}
          bars={hourBars(stats.byHour, stats.period)}
          labels={7}
        />
      </Panel>
    </div>
  );
}

function Updated({ at, zone, busy, onRefresh }: { at: string; zone: string; busy: boolean; onRefresh: () => void }) {
  return (
    <p className={`row hint flex-wrap digits ${styles.foot}`}>
      {at && texts.updated(clockText(at, zone))}
      <Button look="ghost" busy={busy} onClick={onRefresh}>
        {!busy && <RefreshCw aria-hidden="true" />}
        {texts.refresh}
      </Button>
    </p>
  );
}

function clockText(at: string, zone: string): string {
  return new Date(at).toLocaleTimeString(LOCALE, { timeZone: zone });
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return <Button onClick={onClick}>{texts.tryAgain}</Button>;
}

function Waiting() {
  return (
    <Loading label={texts.loading}>
      <div className="grid gap-14">
        <Skeleton height={92} />
        <Skeleton height={130} />
        <Skeleton height={280} />
        <Skeleton height={280} />
      </div>
    </Loading>
  );
}
