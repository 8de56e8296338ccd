import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { HALIFAX, localDate } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { isAdmin, worksAt } from '@tiffin/domain/people';
import type { ReportPeriod } from '@tiffin/domain/stats';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { FiguresPage } from '../../shared/figures/figures-page.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Segmented } from '../../ui/choices.tsx';
import { DayRange } from '../../ui/day-range.tsx';
import { Select } from '../../ui/inputs.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Accountant } from './accountant.tsx';
import { texts as accountantTexts } from './accountant-texts.ts';
import { texts as marginTexts } from './margin-texts.ts';
import { Margins } from './margins.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { ReportFigures } from './report-figures.tsx';
import {
  periodProblem,
  presetOf,
  presetPeriod,
  PRESETS,
  useReportPage,
  useReportView,
  type ReportView,
} from './report-view.ts';
import { ScheduledReports } from './scheduled-reports.tsx';
import { scheduledTexts } from './scheduled-texts.ts';
import styles from './report.module.css';
import { texts } from './texts.ts';

/** The sales, taxes, tips and payments of any period. */
export default function ReportSection() {
  const { actor } = useBackOffice();
  useSetOfflineText(texts.offline);
  const locations = useLocations().filter((place) => worksAt(actor, place.id));
  const zone = locations[0]?.timeZone ?? HALIFAX;
  const [now] = useState(() => new Date());
  const today = localDate(now, zone);
  const [view, show] = useReportView({ locationIds: locations.map(({ id }) => id), mayAll: isAdmin(actor), today });
  const [page, openPage] = useReportPage();
  const problem = periodProblem(view);
  const { locationId, from, to } = view;
  // Each location has a journal of its own.
  const [first] = locations;
  const journalView = locationId === ALL_LOCATIONS && first ? { ...view, locationId: first.id } : view;
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(['report', locationId, from, to], 'getReport', { query: { locationId, from, to } }),
    enabled: problem === null && page === 'report',
    refetchInterval: CACHE_LIFETIMES.analytics,
    placeholderData: keepPreviousData,
  });
  return (
    <div className={`stack gap-14 ${styles.report}`}>
      <header className={`row flex-wrap ${styles.head}`}>
        <h1 className="grow-auto">{texts.title}</h1>
        <Segmented
          legend={accountantTexts.views}
          legendHidden
          options={[
            { value: 'report', label: accountantTexts.report },
            { value: 'margins', label: marginTexts.title },
            { value: 'accountant', label: accountantTexts.accountant },
            { value: 'mails', label: scheduledTexts.title },
          ]}
          value={page}
          onValue={openPage}
        />
        <Downloads view={view} isDisabled={problem !== null || page !== 'report'} />
      </header>
      {page === 'mails' ? (
        <ScheduledReports locations={locations} />
      ) : (
        <PeriodChoice
          view={page === 'accountant' ? journalView : view}
          show={show}
          today={today}
          locations={locations}
          mayAll={page !== 'accountant'}
        />
      )}
      {page === 'accountant' && problem === null && <Accountant view={journalView} mayEdit={isAdmin(actor)} />}
      {page === 'margins' && problem === null && <Margins view={view} locations={locations} today={today} />}
      {page === 'report' && problem === null && !data && !error && (
        <SkeletonRows label={texts.loading} rows={6} height={72} />
      )}
      {page === 'report' && problem === null && error && (
        <ErrorState title={texts.loadFailed} text={errorText(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </ErrorState>
      )}
      {page === 'report' && problem === null && !error && data && (
        <FiguresPage view={{ page: 'report', locationId, from, to }} zone={zone} isEnabled>
          <div className="stack gap-14" aria-busy={isFetching}>
            {data.asOf && <p role="status">{texts.asOf(formatTime(data.asOf, 'time', zone))}</p>}
            <ReportFigures report={data} />
            <Breakdowns report={data} />
          </div>
        </FiguresPage>
      )}
    </div>
  );
}

function PeriodChoice({
  view,
  show,
  today,
  locations,
  mayAll,
}: {
  view: ReportView;
  show: (change: Partial<ReportView>) => void;
  today: string;
  locations: readonly Location[];
  mayAll: boolean;
}) {
  // What is being typed is applied once it is a period.
  const [typed, setTyped] = useState<ReportPeriod>({ from: view.from, to: view.to });
  const problem = periodProblem(typed);
  const preset = presetOf(typed, today);

  function change(period: ReportPeriod) {
    setTyped(period);
    if (periodProblem(period) === null) show(period);
  }
  return (
    <>
      <div className={`row flex-wrap ${styles.choice}`}>
        <Select
          aria-label={texts.period}
          value={preset}
          onChange={({ target }) => {
            const chosen = PRESETS.find((each) => each === target.value);
            if (chosen && chosen !== 'other') change(presetPeriod(chosen, today));
          }}
        >
          {PRESETS.map((each) => (
            <option key={each} value={each} disabled={each === 'other' && preset !== 'other'}>
              {texts.presets[each]}
            </option>
          ))}
        </Select>
        <DayRange
          labels={{ from: texts.from, to: texts.to }}
          from={typed.from}
          to={typed.to}
          onFrom={(from) => change({ ...typed, from })}
          onTo={(to) => change({ ...typed, to })}
        />
        {locations.length > 1 && (
          <Select
            aria-label={texts.location}
            value={view.locationId}
            onChange={({ target }) => show({ locationId: target.value })}
          >
            {mayAll && <option value={ALL_LOCATIONS}>{texts.allLocations}</option>}
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
      {problem === 'order' && (
        <p role="alert" className="row flex-wrap gap-10 danger">
          {texts.wrongOrder}
          <Button look="plain" onClick={() => change({ from: typed.to, to: typed.from })}>
            {texts.swap}
          </Button>
        </p>
      )}
      {problem === 'length' && (
        <p role="alert" className="danger">
          {texts.tooLong}
        </p>
      )}
      {problem === 'empty' && <p role="alert">{texts.noDates}</p>}
    </>
  );
}

function Downloads({ view, isDisabled }: { view: ReportView; isDisabled: boolean }) {
  if (isDisabled) return null;
  const query = { locationId: view.locationId, from: view.from, to: view.to };
  return (
    <>
      <CsvButton
        call="getReportCsv"
        query={() => query}
        fileName={`report-${view.from}-${view.to}.csv`}
        label={texts.csv}
        savedText={() => texts.saved}
        failedText={texts.downloadFailed}
      />
      <LinkButton look="plain" href={`/api/getReportPdf?${new URLSearchParams(query)}`} target="_blank">
        <FileText aria-hidden="true" />
        {texts.pdf}
      </LinkButton>
    </>
  );
}
