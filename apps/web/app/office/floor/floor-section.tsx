import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Armchair, Pencil } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import { apiQuery } from '../../shared/api/queries.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useHash } from '../../shared/page/hash.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useSingleKeys } from '../../shared/page/single-keys.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocationPicker } from '../../shared/site/location-picker.tsx';
import { nameOfTab, targetOf, useTab, useTabs } from '../../shared/tabs/tabs.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { useMedia } from '../../ui/media.ts';
import { IconState } from '../../ui/states.tsx';
import {
  TODAY,
  useReservationDay,
  useReservationLocations,
  type ReservationLocations,
} from '../reservations/use-reservations.ts';
import { LOCATIONS_KEY } from '../locations/location-data.ts';
import { useBookingTable } from '../reservations/use-booking-table.ts';
import { TabPanel } from '../tabs/tab-panel.tsx';
import { TableOrders } from '../tabs/table-orders.tsx';
import { Calls, callsOf, EveningList, OpenTabs } from './evening-list.tsx';
import styles from './floor.module.css';
import {
  GUESTS_OF_NAMED_TAB,
  onePerParty,
  openDishes,
  tableInHash,
  targetOfSitting,
  useFloor,
  type Floor,
  type FloorTable,
  type Party,
  type Sitting,
} from './floor-data.ts';
import { needOfSitting } from './needs.ts';
import { PlanEditor } from './plan-editor.tsx';
import { PlanView } from './plan-view.tsx';
import { SeatForm } from './seat-form.tsx';
import { TableRequests } from './table-requests.tsx';
import { stayBars } from './stay-bars.ts';
import { Timeline } from './timeline.tsx';
import { PanelHead, ServedButton, SittingPanel } from './table-panel.tsx';
import { namedTabs, WaiterList } from './waiter-list.tsx';

const LOAD_FAILED = say`The floor could not be loaded`;

/** The floor: who sits where, who is expected, and the plan of the tables. */
export default function FloorSection() {
  const { all: locations } = useReservationLocations();
  const { me } = useBackOffice();
  // Its plan is drawn before a location is published to guests.
  const managed = useQuery({ ...apiQuery(LOCATIONS_KEY, 'getAllLocations'), enabled: me.role === 'admin' });
  const drafts = managed.data?.locations.filter(({ isDraft }) => isDraft) ?? [];
  const { chosen: location, picker } = useLocationPicker<FloorLocation>([...locations, ...drafts]);
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

type FloorLocation = Pick<ReservationLocations['all'][number], 'id' | 'name' | 'timeZone'>;

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
            >
              {canEdit && (
                <Button disabledReason={online ? null : say`You are offline`} onClick={() => setIsEditing(true)}>
                  {say`Draw the plan`}
                </Button>
              )}
            </IconState>
          </div>
        );
      }}
    </Loaded>
  );
}

/** The area that a location showed last, so that a waiter of the bar is back at the bar after a round. */
const areaShown = new Map<string, string>();

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
  const [areaName, setAreaName] = useState(areaShown.get(location.id) ?? '');
  const [tableId, setTableId] = useState<string | null>(null);
  const [billId, setBillId] = useState<string | null>(null);
  const { tabs = [], tableOrders = [] } = useTabs(location.id).data ?? {};
  /** The party that is to be seated. Each has another number, so that its form starts empty. */
  const [seating, setSeating] = useState<{
    readonly number: number;
    readonly party: Party;
    /** The tables that are joined for it; null while single ones are pressed. */
    readonly joined: readonly string[] | null;
  } | null>(null);
  const { setTable } = useBookingTable(location.id);
  // The key W seats a walk-in.
  useSingleKeys((event) => {
    if (event.key.toLowerCase() !== 'w') return;
    event.preventDefault();
    seat({ kind: 'walk-in' });
  });
  const area = floor.areas.find(({ name }) => name === areaName) ?? floor.areas[0];
  const table = floor.tables.find((each) => each.tableId === tableId);
  // A tab leaves the list when it is paid; its panel stays for the change, the receipt and the undo.
  const paid = useTab(billId).data?.tab;
  const tab =
    tabs.find((each) => each.billId === billId) ??
    (paid?.billId === billId && paid.state === 'settled' ? paid : undefined);
  const [view, setView] = useState<'plan' | 'times'>('plan');
  const tables = floor.tables.filter((each) => floor.areas.length < 2 || each.area === area?.name);

  const openForm = (party: Party) =>
    setSeating((before) => ({ number: (before?.number ?? 0) + 1, party, joined: null }));
  const bookingOf = (reservationId: string | undefined) =>
    day.data?.day.reservations.find((each) => each.reservationId === reservationId);
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
  function moveBooking(reservationId: string, toTableId: string) {
    const reservation = bookingOf(reservationId);
    const to = floor.tables.find((each) => each.tableId === toTableId);
    if (reservation) void setTable(reservation, to?.name ?? null);
  }
  /** Opens the dishes of a party, unless somebody must serve it, take its money or free its table. */
  function pressTable(pressedId: string) {
    const pressed = floor.tables.find((each) => each.tableId === pressedId);
    const isFormOpen = seating !== null && !table?.sitting;
    if (pressed?.sitting && !isFormOpen) {
      const { rank, state } = needOfSitting(pressed.sitting, pressed.state, tabs, now);
      const target = targetOfSitting(floor.tables, pressed, pressed.sitting, tabs);
      if (rank > 0 && state !== 'paid') return openDishes(location.id, target);
    }
    openPanel(pressedId);
  }
  function openPanel(pressedId: string) {
    const pressed = floor.tables.find((each) => each.tableId === pressedId);
    if (seating?.joined && !pressed?.sitting) {
      const others = seating.joined.filter((id) => id !== pressedId);
      const isJoined = others.length < seating.joined.length;
      setSeating({ ...seating, joined: isJoined ? others : [...others, pressedId] });
      return;
    }
    setBillId(null);
    setTableId(pressedId);
    const sittingAt = (id: string | null) => floor.tables.find((each) => each.tableId === id)?.sitting;
    // The party of the form was seated and waits to be sent, so this press is for another party.
    const isFormSent = sittingAt(tableId)?.isUnsent;
    if (sittingAt(pressedId)) setSeating(null);
    else if (!seating || isFormSent) {
      const reservation = bookingOf(pressed?.booking?.reservationId);
      openForm(reservation ? { kind: 'booking', reservation } : { kind: 'walk-in' });
    }
  }
  // The till of a table leads to the panel, where its party is moved or its table is freed.
  const addressHash = useHash('');
  const openTableIn = useEffectEvent((hash: string) => {
    const { tableId: id = null, area: areaOfTable = '' } =
      floor.tables.find((each) => each.tableId === tableInHash(hash)) ?? {};
    if (id === null) return;
    history.replaceState(history.state, '', '#floor');
    showArea(areaOfTable);
    openPanel(id);
  });
  useEffect(() => openTableIn(addressHash), [addressHash]);
  function showArea(name: string) {
    areaShown.set(location.id, name);
    setAreaName(name);
  }
  // Only a location that counts stays has set how long a party sits.
  const over = day.data?.day.countsStays
    ? stayBars(floor.tables, day.data.day.reservations, now).filter(({ state }) => state === 'over')
    : [];
  const parties = onePerParty(floor.tables);
  const isSeated = (id: string) => floor.tables.some((each) => each.tableId === id && each.sitting);
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
      now={now}
      day={day.data?.day}
      party={seating.party}
      chosen={tableId}
      onChoose={setTableId}
      joined={seating.joined}
      onJoined={(joined) => setSeating({ ...seating, joined })}
      onParty={(party) => setSeating({ ...seating, party })}
      sittingPanel={sittingPanel}
    />
  ) : tab ? (
    <Fragment key={tab.billId}>
      <PanelHead title={nameOfTab(tab)} onClose={close} />
      <ServedButton tabs={[tab]} title={nameOfTab(tab)} />
      <TabPanel locationId={location.id} tabs={[tab]} target={targetOf(tab, GUESTS_OF_NAMED_TAB)} />
    </Fragment>
  ) : (
    sittingPanel
  );
  const requests = <TableRequests locationId={location.id} tables={floor.tables} />;
  const evening = (
    <EveningList
      locationId={location.id}
      zone={location.timeZone}
      floor={floor}
      day={day.data?.day}
      now={now}
      over={over.filter((bar) => parties.some((each) => each.tableId === bar.tableId))}
      calls={
        !isPhone && (
          <>
            {requests}
            <Calls calls={callsOf(floor.tables, tabs, now)} floor={floor} onChoose={openPanel} />
          </>
        )
      }
      openTabs={!isPhone && <OpenTabs tabs={namedTabs(tabs)} onTab={openTab} />}
      onSeat={seat}
    />
  );
  const chosen = seating?.joined ?? (tableId === null ? [] : [tableId]);
  const viewProps = { now, zone: location.timeZone, chosen, onMove: moveBooking };
  const overMinutes = new Map(over.map(({ tableId: id, minutes }) => [id, minutes]));
  return (
    <div
      className={`grid min-height-0 ${styles.columns}`}
      data-open={panel !== null && !isPhone}
      data-old={isOld}
      data-toasts="top"
    >
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
          {floor.areas.length > 1 && !isPhone && view === 'plan' && (
            <Segmented
              legend={say`Area`}
              legendHidden
              options={floor.areas.map(({ name }) => ({ value: name, label: name }))}
              value={area?.name ?? null}
              onValue={showArea}
            />
          )}
          {tools}
        </header>
        <Counts tables={isPhone || view === 'times' ? floor.tables : tables} isOld={isOld} />
        <TableOrders orders={tableOrders.filter(({ tableId: id }) => !isSeated(id))} />
        {day.isError && <Banner tone="warn">{say`The bookings could not be loaded.`}</Banner>}
        {isPhone ? (
          <>
            {requests}
            <WaiterList tables={floor.tables} tabs={tabs} onTab={openTab} onChoose={pressTable} {...viewProps} />
          </>
        ) : view === 'plan' ? (
          <PlanView
            {...viewProps}
            tables={tables}
            tabs={tabs}
            label={area?.name ?? say`Plan`}
            overMinutes={overMinutes}
            onChoose={pressTable}
          />
        ) : (
          <Timeline
            {...viewProps}
            floor={floor}
            reservations={day.data?.day.reservations ?? []}
            onSeat={seat}
            onChoose={openPanel}
          />
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
