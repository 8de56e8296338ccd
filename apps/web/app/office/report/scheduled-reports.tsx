import { useQuery } from '@tanstack/react-query';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { REPORT_FREQUENCIES, type ReportFrequency } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
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

const FREQUENCIES = { daily: say`Every day`, monthly: say`Every month` } satisfies Record<ReportFrequency, string>;

type Person = Answer<'getScheduledReports'>['people'][number];

const QUERY_KEY = ['report', 'scheduled'];

/** Who gets which report by mail: admins choose for everybody, managers for themselves. */
export function ScheduledReports({ locations }: { locations: readonly Location[] }) {
  const reports = useQuery(apiQuery(QUERY_KEY, 'getScheduledReports'));
  return (
    <Loaded query={reports} failed={say`The reports by email could not be loaded`} rows={4} height={72}>
      {({ people }) => (
        <div className="stack gap-14">
          <p className="soft">
            {say`A report by email after each business day or each month, with the figures of the report and what needs attention. It is sent an hour after the day ended; the end of the day is a setting of the location.`}{' '}
            {say`A day on which the location was closed and nothing was sold is left out.`}
          </p>
          <div className={`grid gap-14 align-start ${styles.two}`}>
            <ReportList people={people} locations={locations} />
            <ReportForm people={people} locations={locations} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function locationName(locationId: string, person: Person, locations: readonly Location[]): string {
  if (locationId === ALL_LOCATIONS) return person.locationIds === null ? say`All locations` : say`All their locations`;
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
  const stop = useCall('removeScheduledReport', {
    doneText: (_reports, { userId }) => say`${nameOf(people, userId)} no longer gets this report`,
    failed: say`The report was not stopped`,
    replaces: QUERY_KEY,
  });
  const rows = people.flatMap((person) =>
    person.reports.map((report) => ({
      ...report,
      person,
      id: `${person.userId} ${report.locationId} ${report.frequency}`,
      text: `${FREQUENCIES[report.frequency]}, ${locationName(report.locationId, person, locations)}`,
    })),
  );
  return (
    <Panel title={say`Who gets which report`}>
      <Table
        empty={say`Nobody gets a report by email yet.`}
        caption={say`Reports and who gets them`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'person',
            head: say`Person`,
            isRowHeader: true,
            cell: ({ person }) => (
              <span className="grid">
                {person.name} <small className="hint break-anywhere">{person.email}</small>
              </span>
            ),
          },
          { id: 'report', head: say`Report`, cell: ({ text }) => text },
          {
            id: 'actions',
            head: <span className="sr-only">{say`Actions`}</span>,
            align: 'end',
            cell: ({ person, locationId, frequency, text }) => (
              <Button
                look="plain"
                aria-label={say`Stop: ${text}, to ${person.name}`}
                disabled={stop.isBusy}
                onClick={() => void stop.send({ userId: person.userId, locationId, frequency })}
              >
                {say`Stop`}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  );
}

const reportForm = formOf({
  userId: textField(say`Person`),
  locationId: textField(say`Location`),
  frequency: valueField<ReportFrequency>(say`How often`, 'daily'),
});

function ReportForm({ people, locations }: ListProps) {
  const form = useRecordForm(reportForm, {
    call: 'addScheduledReport',
    initialValues: { userId: people[0]?.userId ?? '', locationId: ALL_LOCATIONS },
    body: ({ values }) => values,
    doneText: (_reports, { userId }) => say`${nameOf(people, userId)} gets the next report by email`,
    replaces: QUERY_KEY,
  });
  const { at, draft, set } = form;
  const person = people.find(({ userId }) => userId === draft.userId);
  if (!person) return null;
  return (
    <Panel title={say`Send a report`}>
      <EditForm form={form} className="stack gap-12" failed={say`The report was not added`}>
        {people.length > 1 && (
          <SelectField {...at('userId')} onValue={(userId) => set({ userId, locationId: ALL_LOCATIONS })}>
            <NamedOptions options={people.map(({ userId: id, name }) => ({ id, name }))} />
          </SelectField>
        )}
        <SelectField {...at('locationId')}>
          <option value={ALL_LOCATIONS}>{locationName(ALL_LOCATIONS, person, locations)}</option>
          <NamedOptions options={locations.filter(({ id }) => person.locationIds?.includes(id) ?? true)} />
        </SelectField>
        <ChoiceField {...at('frequency')} options={REPORT_FREQUENCIES} labels={FREQUENCIES} />
        <Button type="submit" busy={form.busy}>
          {say`Send this report`}
        </Button>
      </EditForm>
    </Panel>
  );
}
