import { useState } from 'react';
import { MapPin } from 'lucide-react';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { officePaths } from '../../office-paths.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { formatDay } from '../../ui/format.ts';
import { Select } from '../../ui/inputs.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { useLawCalendar, useRefetchLawCalendars, type Calendar, type Entry } from './law-data.ts';
import { LawEntry } from './law-entry.tsx';
import { LawExample } from './law-example.tsx';
import { LawTimeline } from './law-timeline.tsx';
import styles from './law.module.css';
import { texts } from './texts.ts';

/** What the law changes at the locations, and what the till followed already. */
export default function LawCalendarSection() {
  const [locationId, setLocationId] = useState<string>(ALL_LOCATIONS);
  const [exampleId, setExampleId] = useState<string | null>(null);
  useRefetchLawCalendars();
  const all = useLawCalendar(ALL_LOCATIONS);
  const { data, error, isFetching, isPending, refetch } = useLawCalendar(locationId);
  const names = (all.data?.calendar.lines ?? []).flatMap(({ locations }) => locations);
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{texts.title}</h1>
        {names.length > 1 && (
          <Select
            aria-label={texts.location}
            className={styles.location ?? ''}
            value={locationId}
            onChange={(event) => {
              setLocationId(event.target.value);
              setExampleId(null);
            }}
          >
            <option value={ALL_LOCATIONS}>{texts.allLocations}</option>
            {names.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </header>
      {isPending && <SkeletonRows label={texts.loading} rows={5} height={72} />}
      {!data && error && (
        <ErrorState title={texts.loadFailed} text={errorText(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </ErrorState>
      )}
      {data && <CalendarView calendar={data.calendar} exampleId={exampleId} onExample={setExampleId} />}
    </div>
  );
}

function CalendarView({
  calendar,
  exampleId,
  onExample,
}: {
  calendar: Calendar;
  exampleId: string | null;
  onExample: (id: string | null) => void;
}) {
  const { lines, coming, inForce, today, readOn } = calendar;
  const example = [...coming, ...inForce].find(({ id }) => id === exampleId);
  const list = { today, showsLocations: lines.flatMap(({ locations }) => locations).length > 1, onExample };
  if (lines.length === 0) {
    return <IconState title={texts.noLocations} text={texts.noLocationsText} icon={<MapPin aria-hidden="true" />} />;
  }
  return (
    <>
      <LawTimeline calendar={calendar} />
      {example ? (
        <LawExample entry={example} onBack={() => onExample(null)} />
      ) : (
        <>
          <EntryList title={texts.coming} none={texts.comingNone} entries={coming} isComing {...list} />
          <EntryList title={texts.inForce} none={texts.inForceNone} entries={inForce} isComing={false} {...list} />
        </>
      )}
      <p>
        {texts.byMail} <TextLink href={officePaths.reportsByMail()}>{texts.chooseMails}</TextLink>
      </p>
      <p className="hint">{texts.note(formatDay(readOn, 'day'))}</p>
    </>
  );
}

function EntryList({
  title,
  none,
  entries,
  today,
  isComing,
  showsLocations,
  onExample,
}: {
  title: string;
  none: string;
  entries: readonly Entry[];
  today: string;
  isComing: boolean;
  showsLocations: boolean;
  onExample: (id: string) => void;
}) {
  return (
    <Panel title={title}>
      {entries.length === 0 && <p>{none}</p>}
      <ul className="ruled">
        {entries.map((entry) => (
          <LawEntry
            key={`${entry.id} ${entry.handling}`}
            entry={entry}
            today={today}
            isComing={isComing}
            showsLocations={showsLocations}
            onExample={() => onExample(entry.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}
