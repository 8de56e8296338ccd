import { useQuery } from '@tanstack/react-query';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { REPORT_FREQUENCIES, type ReportFrequency } from '@tiffin/domain/stats';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import type { Location } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { ChoiceField, EditForm, SelectField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './report.module.css';
import { scheduledTexts as texts } from './scheduled-texts.ts';

type Person = Answer<'getScheduledReports'>['people'][number];

const QUERY_KEY = ['report', 'scheduled'];

/** Who gets which report by mail: admins choose for everybody, managers for themselves. */
export function ScheduledReports({ locations }: { locations: readonly Location[] }) {
  const reports = useQuery(apiQuery(QUERY_KEY, 'getScheduledReports'));
  return (
    <Loaded query={reports} failed={texts.loadFailed} rows={4} height={72}>
      {({ people }) => (
        <div className="stack gap-14">
          <p className="soft">
            {texts.explain} {texts.quiet}
          </p>
          <div className={styles.two}>
            <ReportList people={people} locations={locations} />
            <ReportForm people={people} locations={locations} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function locationName(locationId: string, person: Person, locations: readonly Location[]): string {
  if (locationId === ALL_LOCATIONS) return person.locationIds === null ? texts.allLocations : texts.ownLocations;
  return locations.find(({ id }) => id === locationId)?.name ?? locationId;
}

function nameOf(people: readonly Person[], userId: string | undefined): string {
  return people.find((person) => person.userId === userId)?.name ?? '';
}

interface ListProps {
  readonly people: readonly Person[];
  readonly locations: readonly Location[];
}

function ReportList({ people, locations }: ListProps) {
  const stopping = useCall('removeScheduledReport', {
    done: (_reports, { userId }) => texts.stopped(nameOf(people, userId)),
    failed: texts.stopFailed,
    replaces: QUERY_KEY,
  });
  const rows = people.flatMap((person) =>
    person.reports.map((report) => ({
      ...report,
      person,
      id: `${person.userId} ${report.locationId} ${report.frequency}`,
      text: `${texts.frequencies[report.frequency]}, ${locationName(report.locationId, person, locations)}`,
    })),
  );
  return (
    <Panel title={texts.list}>
      {rows.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <Table
          caption={texts.listTable}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'person',
              head: texts.person,
              names: true,
              cell: ({ person }) => (
                <span className="grid">
                  {person.name} <small className="hint break-anywhere">{person.email}</small>
                </span>
              ),
            },
            { id: 'report', head: texts.report, cell: ({ text }) => text },
            {
              id: 'actions',
              head: <span className="sr-only">{texts.actions}</span>,
              align: 'end',
              cell: ({ person, locationId, frequency, text }) => (
                <Button
                  look="plain"
                  aria-label={texts.stopReport(person.name, text)}
                  disabled={stopping.isBusy}
                  onClick={() => void stopping.send({ userId: person.userId, locationId, frequency })}
                >
                  {texts.stop}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

const reportForm = formOf({
  userId: textField(texts.person),
  locationId: textField(texts.location),
  frequency: valueField<ReportFrequency>(texts.frequency, 'daily'),
});

function ReportForm({ people, locations }: ListProps) {
  const form = useRecordForm(reportForm, null, {
    call: 'addScheduledReport',
    initialValues: { userId: people[0]?.userId ?? '', locationId: ALL_LOCATIONS },
    body: ({ values }) => values,
    done: (_reports, { userId }) => texts.added(nameOf(people, userId)),
    replaces: QUERY_KEY,
  });
  const { at, draft, set } = form;
  const person = people.find(({ userId }) => userId === draft.userId);
  if (!person) return null;
  return (
    <Panel title={texts.addTitle}>
      <EditForm form={form} className="stack gap-12" failed={texts.addFailed}>
        {people.length > 1 && (
          <SelectField {...at('userId')} onValue={(userId) => set({ userId, locationId: ALL_LOCATIONS })}>
            <NamedOptions options={people.map(({ userId: id, name }) => ({ id, name }))} />
          </SelectField>
        )}
        <SelectField {...at('locationId')}>
          <option value={ALL_LOCATIONS}>{locationName(ALL_LOCATIONS, person, locations)}</option>
          <NamedOptions options={locations.filter(({ id }) => person.locationIds?.includes(id) ?? true)} />
        </SelectField>
        <ChoiceField {...at('frequency')} options={REPORT_FREQUENCIES} labels={texts.frequencies} />
        <Button type="submit" busy={form.busy}>
          {texts.add}
        </Button>
      </EditForm>
    </Panel>
  );
}
