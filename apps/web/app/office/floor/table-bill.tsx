import { say } from '@tiffin/domain/core';
import { targetOf, useTabs } from '../../shared/tabs/tabs.ts';
import { Banner } from '../../ui/banner.tsx';
import { TabPanel } from '../tabs/tab-panel.tsx';
import type { FloorTable, Sitting } from './floor-data.ts';

interface TableBillProps {
  locationId: string;
  table: FloorTable;
  sitting: Sitting;
}

/** The bill of the party at a table, with the way to add dishes. */
export function TableBill({ locationId, table, sitting }: TableBillProps) {
  const { data, isError } = useTabs(locationId);
  const tabs = data?.tabs.filter(({ sittingId }) => sittingId === sitting.sittingId) ?? [];
  const { partySize: guests } = sitting;
  const { tableId } = table;
  // A bill that was printed or paid is continued by the next round.
  const last = tabs.findLast(({ takesRounds }) => takesRounds) ?? tabs.at(-1);
  const target = last ? targetOf(last, guests) : { billId: null, tableId, name: say`Table ${table.name}`, guests };
  return (
    <>
      {isError && !data && <Banner tone="warn">{say`The bill could not be loaded.`}</Banner>}
      <TabPanel locationId={locationId} tabs={tabs} target={target} />
    </>
  );
}
