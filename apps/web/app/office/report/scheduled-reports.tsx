import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { REPORT_FREQUENCIES, type ReportFrequency } from '@tiffin/domain/stats';
import type { Answer, Body } from '../../shared/api/api.ts';
import { apiMutation, apiQuery } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import type { Location } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceSelect, Select } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './report.module.css';
import { scheduledTexts as texts } from './scheduled-texts.ts';

type Person = Answer<'getScheduledReports'>['people'][number];
type Choice = Body<'addScheduledReport'>;

const QUERY_KEY = ['report', 'scheduled'];

/** Who gets which report by mail: admins choose for everybody, managers for themselves. */
export function ScheduledReports({ locations }: { locations: readonly Location[] }) {
  const { data, error, isFetching, refetch } = useQuery(apiQuery(QUERY_KEY, 'getScheduledReports'));
  if (error && !data) {
    return (
      <ErrorState title={texts.loadFailed} text={errorText(error)}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows label={texts.loading} rows={4} height={72} />;
  return (
    <div className="stack gap-14">
      <p className="soft">
        {texts.explain} {texts.quiet}
      </p>
      <div className={styles.two}>
        <ReportList people={data.people} locations={locations} />
        <ReportForm people={data.people} locations={locations} />
      </div>
    </div>
  );
}

function locationName(locationId: string, person: Person, locations: readonly Location[]): string {
  if (locationId === ALL_LOCATIONS) return person.locationIds === null ? texts.allLocations : texts.ownLocations;
  return locations.find(({ id }) => id === locationId)?.name ?? locationId;
}

/** Sends a change and shows the list that the server returns. */
function useChange(call: 'addScheduledReport' | 'removeScheduledReport', failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => apiMutation(call)(choice),
    onSuccess: (answer) => void client.setQueryData(QUERY_KEY, answer),
    onError: (error) => toast.error(failed, { description: errorText(error) }),
  });
}

interface ListProps {
  readonly people: readonly Person[];
  readonly locations: readonly Location[];
}

function ReportList({ people, locations }: ListProps) {
  const stopping = useChange('removeScheduledReport', texts.stopFailed);
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
                  disabled={stopping.isPending}
                  onClick={() =>
                    stopping.mutate(
                      { userId: person.userId, locationId, frequency },
                      { onSuccess: () => toast.success(texts.stopped(person.name)) },
                    )
                  }
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

function ReportForm({ people, locations }: ListProps) {
  const adding = useChange('addScheduledReport', texts.addFailed);
  const [userId, setUserId] = useState('');
  const [chosenLocation, setChosenLocation] = useState<string>(ALL_LOCATIONS);
  const [frequency, setFrequency] = useState<ReportFrequency>('daily');
  const person = people.find((each) => each.userId === userId) ?? people[0];
  if (!person) return null;
  const own = locations.filter(({ id }) => person.locationIds?.includes(id) ?? true);
  const locationId = own.some(({ id }) => id === chosenLocation) ? chosenLocation : ALL_LOCATIONS;
  return (
    <Panel title={texts.addTitle}>
      <form
        className="stack gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate(
            { userId: person.userId, locationId, frequency },
            { onSuccess: () => toast.success(texts.added(person.name)) },
          );
        }}
      >
        {people.length > 1 && (
          <Field label={texts.person}>
            <Select value={person.userId} onChange={({ target }) => setUserId(target.value)}>
              {people.map((each) => (
                <option key={each.userId} value={each.userId}>
                  {each.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={texts.location}>
          <Select value={locationId} onChange={({ target }) => setChosenLocation(target.value)}>
            <option value={ALL_LOCATIONS}>{locationName(ALL_LOCATIONS, person, locations)}</option>
            {own.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.frequency}>
          <ChoiceSelect
            options={REPORT_FREQUENCIES}
            labels={texts.frequencies}
            value={frequency}
            onValue={setFrequency}
          />
        </Field>
        <Button type="submit" busy={adding.isPending}>
          {texts.add}
        </Button>
      </form>
    </Panel>
  );
}
