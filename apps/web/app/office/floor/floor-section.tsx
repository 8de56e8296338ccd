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
import { Segmented } from '../../ui/choices.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { centsOf } from '../../ui/format.ts';
import { useMedia } from '../../ui/media.ts';
import { Money } from '../../ui/money.tsx';
import { IconState } from '../../ui/states.tsx';
import {
  useReservationDay,
  useReservationLocations,
  type ReservationLocations,
} from '../reservations/use-reservations.ts';
import { TabPanel } from '../tabs/tab-panel.tsx';
import { EveningList } from './evening-list.tsx';
import styles from './floor.module.css';
import { useFloor, type Floor, type FloorTable, type Party, type Sitting } from './floor-data.ts';
import { PlanEditor } from './plan-editor.tsx';
import { PlanView } from './plan-view.tsx';
import { SeatForm } from './seat-form.tsx';
import { Timeline } from './timeline.tsx';
import { PanelHead, SittingPanel } from './table-panel.tsx';
import { namedTabs, WaiterList } from './waiter-list.tsx';

const LOAD_FAILED = say`The floor could not be loaded`;

/** The floor: who sits where, who is awaited, and the plan of the tables. */
export default function FloorSection() {
  const { all: places } = useReservationLocations();
  const { chosen: place, picker } = useLocationPicker(places);
  return (
    <div className={styles.floor}>
      {place ? (
        <LocationFloor key={place.id} place={place} picker={picker} />
      ) : (
        <IconState title={say`No location`} text={say`An admin can give you one.`} icon={<Armchair />} />
      )}
    </div>
  );
}

type Place = ReservationLocations['all'][number];

function LocationFloor({ place, picker }: { place: Place; picker: ReactNode }) {
  const { actor } = useBackOffice();
  const online = useOnline();
  const [isEditing, setIsEditing] = useState(false);
  const { query, shown, isOld } = useFloor(place.id);
  useSetOfflineText(say`Seating, moving and freeing go on and are sent later.`);
  const isPhone = useIsPhone();
  const canEdit = !isPhone && authorise('floor.edit', actor, { locationId: place.id }).ok;
  return (
    <Loaded query={query} failed={LOAD_FAILED}>
      {(loaded) => {
        const floor = shown ?? loaded;
        if (isEditing) return <PlanEditor place={place} floor={loaded} onClose={() => setIsEditing(false)} />;
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
              place={place}
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
  place: Place;
  floor: Floor;
  isOld: boolean;
  tools: ReactNode;
}

/** The plan with the evening on its side, and the pressed table or the party that is to be seated. */
function Evening({ place, floor, isOld, tools }: EveningProps) {
  const now = useServerNow(60_000);
  const isPhone = useIsPhone();
  const day = useReservationDay(place.id, null);
  const [areaName, setAreaName] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  const tabs = useTabs(place.id).data?.tabs ?? [];
  const [party, setParty] = useState<{ readonly opening: number; readonly party: Party } | null>(null);
  useSingleKeys((event) => {
    if (event.key.toLowerCase() !== 'w') return;
    event.preventDefault();
    seat({ kind: 'walk-in' });
  });
  const area = floor.areas.find(({ name }) => name === areaName) ?? floor.areas[0];
  const table = floor.tables.find(({ tableId }) => tableId === chosen);
  const tab = tabs.find(({ billId }) => billId === chosenTab);
  const [look, setLook] = useState<'plan' | 'times'>('plan');
  const tables = floor.tables.filter((each) => floor.areas.length < 2 || each.area === area?.name);

  function seat(next: Party) {
    setChosen(null);
    setChosenTab(null);
    setParty((before) => ({ opening: (before?.opening ?? 0) + 1, party: next }));
  }
  function close() {
    setChosen(null);
    setChosenTab(null);
    setParty(null);
  }
  function openTab(billId: string) {
    close();
    setChosenTab(billId);
  }
  function press(tableId: string) {
    setChosenTab(null);
    setChosen(tableId);
    const sittingAt = (id: string | null) => floor.tables.find((each) => each.tableId === id)?.sitting;
    // The party of the form is on its way to its table, and this press is for the next one.
    const isSent = sittingAt(chosen)?.isUnsent;
    if (sittingAt(tableId)) setParty(null);
    else if (!party || isSent) setParty({ opening: (party?.opening ?? 0) + 1, party: { kind: 'walk-in' } });
  }
  const isBooked = (sitting: Sitting) =>
    day.data?.day.reservations.some(
      ({ reservationId, source }) => reservationId === sitting.reservationId && source !== 'walk-in',
    ) ?? false;
  const common = { locationId: place.id, zone: place.timeZone, floor, onClose: close };
  const sittingPanel = table?.sitting ? (
    <SittingPanel
      key={chosen}
      {...common}
      table={table}
      sitting={table.sitting}
      isBooked={isBooked(table.sitting)}
      onChoose={setChosen}
    />
  ) : null;
  const panel = party ? (
    <SeatForm
      key={party.opening}
      {...common}
      day={day.data?.day}
      party={party.party}
      chosen={chosen}
      onChoose={setChosen}
      onParty={(next) => setParty({ ...party, party: next })}
      whenTaken={sittingPanel}
    />
  ) : tab ? (
    <Fragment key={tab.billId}>
      <PanelHead title={nameOfTab(tab)} onClose={close} />
      <TabPanel locationId={place.id} tabs={[tab]} target={targetOf(tab, 1)} />
    </Fragment>
  ) : (
    sittingPanel
  );
  const evening = (
    <EveningList
      locationId={place.id}
      zone={place.timeZone}
      floor={floor}
      day={day.data?.day}
      now={now}
      onSeat={seat}
    />
  );
  const plan = { now, zone: place.timeZone, joins: floor.joins, chosen, onChoose: press };
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
              options={[
                { value: 'plan', label: say`Plan` },
                { value: 'times', label: say`Timeline` },
              ]}
              value={look}
              onValue={setLook}
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
          <WaiterList tables={floor.tables} tabs={tabs} onTab={openTab} {...plan} />
        ) : (
          <>
            <TabChips tabs={namedTabs(tabs)} onTab={openTab} />
            {look === 'plan' ? (
              <PlanView tables={tables} tabs={tabs} label={area?.name ?? say`Plan`} {...plan} />
            ) : (
              <Timeline tables={tables} reservations={day.data?.day.reservations ?? []} onSeat={seat} {...plan} />
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
