import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import type { ReportPeriod } from '@tiffin/domain/stats';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { dollarsText, minutesText } from './work-data.ts';

type Person = Answer<'getPay'>['people'][number];

const COLUMNS: Column<Person>[] = [
  { id: 'name', head: say`Person`, isRowHeader: true, cell: ({ name }) => name },
  { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => minutesText(minutes) },
  { id: 'overtime', head: say`Overtime`, align: 'end', cell: (person) => minutesText(person.overtimeMinutes) },
  { id: 'tips', head: say`Tips`, align: 'end', cell: ({ tips }) => dollarsText(tips) },
  { id: 'cash', head: say`Cash tips`, align: 'end', cell: ({ declaredCash }) => dollarsText(declaredCash) },
];

const CHARGES: Column<Person> = {
  id: 'charges',
  head: say`Service charges`,
  align: 'end',
  cell: ({ serviceCharges = 0 }) => dollarsText(serviceCharges),
};

interface PayProps {
  query: ReportPeriod & { locationId: string };
  /** The years for whose W-2 forms the tips can be saved; none outside the United States. */
  w2Years: readonly number[];
  maySave: boolean;
}

/** What each person worked and gets in a period, and the file for the bookkeeper. */
export function Pay({ query, w2Years, maySave }: PayProps) {
  const { locationId, from, to } = query;
  const pay = useQuery(apiQuery(['pay', locationId, from, to], 'getPay', { query }));
  return (
    <Panel
      title={say`Hours and tips of each person`}
      explain={say`${formatDay(from)} to ${formatDay(to)}. Overtime is part of the hours. Cash tips are what people declared.`}
      aside={
        maySave && (
          <div className="row flex-wrap gap-10">
            <PayFile {...query} label={say`For the bookkeeper`} />
            {w2Years.map((year) => (
              <PayFile
                key={year}
                locationId={locationId}
                from={`${year}-01-01`}
                to={`${year}-12-31`}
                label={say`Tips of ${String(year)} for the W-2`}
              />
            ))}
          </div>
        )
      }
    >
      <Loaded query={pay} failed={say`The sums could not be loaded`}>
        {({ people, undivided }) => (
          <>
            <Table
              caption={say`Hours and tips of each person`}
              columns={people.some(({ serviceCharges = 0 }) => serviceCharges !== 0) ? [...COLUMNS, CHARGES] : COLUMNS}
              rows={people}
              rowKey={({ userId }) => userId}
              empty={say`Nobody worked or got tips in this period.`}
            />
            {undivided !== 0 && <p className="hint">{say`${dollarsText(undivided)} of the tips belong to nobody.`}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function PayFile({ label, ...query }: PayProps['query'] & { label: string }) {
  return (
    <CsvButton
      call="getPayCsv"
      query={() => query}
      fileName={`pay-${query.from}-${query.to}.csv`}
      label={label}
      savedText={() => say`The file was downloaded`}
      failedText={say`The file could not be downloaded`}
    />
  );
}
