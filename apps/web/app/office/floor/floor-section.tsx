import { Fragment, useState, type ReactNode } from 'react';
import { Armchair, Pencil } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useSingleKeys } from '../../shared/page/single-keys.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocationPicker } from '../../shared/site/location-picker.tsx';
import { nameOfTab, targetOf, useTabs, type Tab } from '../../shared/tabs/tabs.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { centsOf } from '../../ui/format.ts';
import { useMedia } from '../../ui/media.ts';
import { Money } from '../../ui/money.tsx';
import { IconState } from '../../ui/states.tsx';
import {
  TODAY,
  useReservationDay,
  useReservationLocations,
  type ReservationLocations,
} from '../reservations/use-reservations.ts';
import { TabPanel } from '../tabs/tab-panel.tsx';
import { EveningList } from './evening-list.tsx';
import styles from './floor.module.css';
import { GUESTS_OF_NAMED_TAB, useFloor, type Floor, type FloorTable, type Party, type Sitting } from './floor-data.ts';
import { PlanEditor } from './plan-editor.tsx';
import { PlanView } from './plan-view.tsx';
import { SeatForm } from './seat-form.tsx';
import { Timeline } from './timeline.tsx';
import { PanelHead, SittingPanel } from './table-panel.tsx';
import { namedTabs, WaiterList } from './waiter-list.tsx';

const LOAD_FAILED = say`The floor could not be loaded`;

/** The floor: who sits where, who is expected, and the plan of the tables. */
export default function FloorSection() {
  const { all: locations } = useReservationLocations();
  const { chosen: location, picker } = useLocationPicker(locations);
  return (
    <div className={styles.floor}>
      {location ? (
        <LocationFloor key={location.id} location={location} picker={picker} />
      ) : (
        <IconState title={say`No location`} text={say`An admin can give you one.`} icon={<Armchair />} />
      )}
    </div>
  );
}

type FloorLocation = ReservationLocations['all'][number];

function LocationFloor({ location, picker }: { location: FloorLocation; picker: ReactNode }) {
  const { actor } = useBackOffice();
  const online = useOnline();
  const [isEditing, setIsEditing] = useState(false);
  const { query, shown, isOld } = useFloor(location.id);
  useSetOfflineText(say`Seating, moving and freeing go on and are sent later.`);
  const isPhone = useIsPhone();
  const canEdit = !isPhone && authorise('floor.edit', actor, { locationId: location.id }).ok;
  return (
    <Loaded query={query} failed={LOAD_FAILED}>
      {(loaded) => {
        const floor = shown ?? loaded;
        if (isEditing) return <PlanEditor location={location} floor={loaded} onClose={() => setIsEditing(false)} />;
        const edit = canEdit && (
          <IconButton
            label={say`Edit the plan`}
            title={online ? say`Edit the plan` : say`You are offline`}
            disabled={!online}
            onClick={() => setIsEditing(true)}
          >
            <Pencil />
          </IconButton>
        );
        if (floor.tables.length > 0)
          return (
            <Evening
              location={location}
              floor={floor}
              isOld={online && isOld}
              tools={
                <>
                  {picker}
                  {edit}
                </>
              }
            />
          );
        return (
          <div className={`stack gap-14 ${styles.empty}`}>
            <header className="row flex-wrap gap-8">
              <h1 className="grow">{say`Floor`}</h1>
              {picker}
            </header>
            <IconState
              title={say`No plan of the tables yet`}
              text={
                canEdit
                  ? say`Draw your tables once. Then you see who sits where, and seat a party with one press.`
                  : say`A manager can draw it on a tablet or a computer.`
              }
              icon={<Armchair />}
            />
            {canEdit && (
              <div className="row justify-center">
                <Button disabledReason={online ? null : say`You are offline`} onClick={() => setIsEditing(true)}>
                  {say`Draw the plan`}
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

interface EveningProps {
  location: FloorLocation;
  floor: Floor;
  /** True while the plan is that of an earlier visit. */
  isOld: boolean;
  tools: ReactNode;
}

/** The plan between the parties of the evening and a panel: the pressed table, or the party that is to be seated. */
function Evening({ location, floor, isOld, tools }: EveningProps) {
  const now = useServerNow(60_000);
  const isPhone = useIsPhone();
  const day = useReservationDay(location.id, TODAY);
  const [areaName, setAreaName] = useState('');
  const [tableId, setTableId] = useState<string | null>(null);
  const [billId, setBillId] = useState<string | null>(null);
  const tabs = useTabs(location.id).data?.tabs ?? [];
  /** The party that is to be seated. Each has another number, so that its form starts empty. */
  const [seating, setSeating] = useState<{ readonly number: number; readonly party: Party } | null>(null);
  // The key W seats a walk-in.
  useSingleKeys((event) => {
    if (event.key.toLowerCase() !== 'w') return;
    event.preventDefault();
    seat({ kind: 'walk-in' });
  });
  const area = floor.areas.find(({ name }) => name === areaName) ?? floor.areas[0];
  const table = floor.tables.find((each) => each.tableId === tableId);
  const tab = tabs.find((each) => each.billId === billId);
  const [view, setView] = useState<'plan' | 'times'>('plan');
  const tables = floor.tables.filter((each) => floor.areas.length < 2 || each.area === area?.name);

  const openForm = (party: Party) => setSeating((before) => ({ number: (before?.number ?? 0) + 1, party }));
  function seat(party: Party) {
    setTableId(null);
    setBillId(null);
    openForm(party);
  }
  function close() {
    setTableId(null);
    setBillId(null);
    setSeating(null);
  }
  function openTab(pressedId: string) {
    close();
    setBillId(pressedId);
  }
  function pressTable(pressedId: string) {
    setBillId(null);
    setTableId(pressedId);
    const sittingAt = (id: string | null) => floor.tables.find((each) => each.tableId === id)?.sitting;
    // The party of the form was seated and waits to be sent, so this press is for another party.
    const isFormSent = sittingAt(tableId)?.isUnsent;
    if (sittingAt(pressedId)) setSeating(null);
    else if (!seating || isFormSent) openForm({ kind: 'walk-in' });
  }
  const isBooked = (sitting: Sitting) =>
    day.data?.day.reservations.some(
      ({ reservationId, source }) => reservationId === sitting.reservationId && source !== 'walk-in',
    ) ?? false;
  const panelProps = { locationId: location.id, zone: location.timeZone, floor, onClose: close };
  const sittingPanel = table?.sitting ? (
    <SittingPanel
      key={tableId}
      {...panelProps}
      table={table}
      sitting={table.sitting}
      isBooked={isBooked(table.sitting)}
      onChoose={setTableId}
    />
  ) : null;
  const panel = seating ? (
    <SeatForm
      key={seating.number}
      {...panelProps}
      day={day.data?.day}
      party={seating.party}
      chosen={tableId}
      onChoose={setTableId}
      onParty={(party) => setSeating({ ...seating, party })}
      sittingPanel={sittingPanel}
    />
  ) : tab ? (
    <Fragment key={tab.billId}>
      <PanelHead title={nameOfTab(tab)} onClose={close} />
      <TabPanel locationId={location.id} tabs={[tab]} target={targetOf(tab, GUESTS_OF_NAMED_TAB)} />
    </Fragment>
  ) : (
    sittingPanel
  );
  const evening = (
    <EveningList
      locationId={location.id}
      zone={location.timeZone}
      floor={floor}
      day={day.data?.day}
      now={now}
      onSeat={seat}
    />
  );
  const viewProps = { now, zone: location.timeZone, joins: floor.joins, chosen: tableId, onChoose: pressTable };
  return (
    <div className={`grid min-height-0 ${styles.columns}`} data-open={panel !== null && !isPhone} data-old={isOld}>
      {!isPhone && evening}
      <section className={`stack gap-12 content-start ${styles.middle}`}>
        <header className="row flex-wrap gap-8">
          <h1 className="grow">{say`Floor`}</h1>
          {!isPhone && (
            <Segmented
              legend={say`Tables as`}
              legendHidden
              options={optionsOf({ plan: say`Plan`, times: say`Timeline` })}
              value={view}
              onValue={setView}
            />
          )}
          {floor.areas.length > 1 && !isPhone && (
            <Segmented
              legend={say`Area`}
              legendHidden
              options={floor.areas.map(({ name }) => ({ value: name, label: name }))}
              value={area?.name ?? null}
              onValue={setAreaName}
            />
          )}
          {tools}
        </header>
        <Counts tables={isPhone ? floor.tables : tables} isOld={isOld} />
        {day.isError && <Banner tone="warn">{say`The bookings could not be loaded.`}</Banner>}
        {isPhone ? (
          <WaiterList tables={floor.tables} tabs={tabs} onTab={openTab} {...viewProps} />
        ) : (
          <>
            <TabChips tabs={namedTabs(tabs)} onTab={openTab} />
            {view === 'plan' ? (
              <PlanView tables={tables} tabs={tabs} label={area?.name ?? say`Plan`} {...viewProps} />
            ) : (
              <Timeline tables={tables} reservations={day.data?.day.reservations ?? []} onSeat={seat} {...viewProps} />
            )}
          </>
        )}
      </section>
      {isPhone && evening}
      {panel &&
        (isPhone ? (
          <Sheet title={say`Table`} titleHidden onClose={close}>
            <div className="stack gap-14 above-16">{panel}</div>
          </Sheet>
        ) : (
          <aside className={`stack gap-14 content-start surface ${styles.side}`} aria-label={say`Table`}>
            {panel}
          </aside>
        ))}
    </div>
  );
}

/** The open tabs without a table. */
function TabChips({ tabs, onTab }: { tabs: readonly Tab[]; onTab: (billId: string) => void }) {
  if (tabs.length === 0) return null;
  return (
    <ul className="row flex-wrap gap-8" aria-label={say`Open tabs`}>
      {tabs.map((tab) => (
        <li key={tab.billId}>
          <Button look="line" onClick={() => onTab(tab.billId)}>
            {nameOfTab(tab)} <Money cents={centsOf(tab.due)} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Counts({ tables, isOld }: { tables: readonly FloorTable[]; isOld: boolean }) {
  const countOf = (state: FloorTable['state']) => tables.filter((table) => table.state === state).length;
  const [free, reserved, paying] = [countOf('free'), countOf('reserved'), countOf('paying')];
  return (
    <p className={`row flex-wrap gap-8 ${styles.counts}`}>
      <span>{say`${free} free`}</span>
      <span>{say`${reserved} reserved`}</span>
      <span>{say`${tables.length - free - reserved} seated`}</span>
      {paying > 0 && <span>{say`${paying} to pay`}</span>}
      {isOld && <span role="status">{say`Refreshing…`}</span>}
    </p>
  );
}

const useIsPhone = () => useMedia('(max-width: 767px)');
