import { useState } from 'react';
import { AlarmClock, Armchair, CheckCheck, ChevronRight, OctagonAlert, Phone, UserPlus, UserX } from 'lucide-react';
import { addDays, twelveHourText } from '@tiffin/domain/hours';
import { phoneText } from '@tiffin/domain/people';
import { reservationStatusName, sortTonight, type Tonight } from '@tiffin/domain/reservation';
import { reservationNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { mentionsAllergy } from '@tiffin/domain/order';
import { useSingleKeys } from '../../shared/page/single-keys.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { dayInWords } from '../../shared/reservation/days.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { phoneHref } from '../../ui/format.ts';
import { AllergyBand } from '../../shared/order/allergy-band.tsx';
import { HostBar, useHostDay, type HostDayState } from './host-bar.tsx';
import { guestsText, nameOf, type HostDay, type Reservation } from './reservation.ts';
import { Waitlist, type Wait } from './waitlist.tsx';
import { useCall } from '../../shared/api/use-call.ts';
import styles from './tonight.module.css';
import { floorKey, RESERVATIONS_KEY, type ReservationLocations } from './use-reservations.ts';
import { useStatusChange } from './use-status-change.ts';
import { WalkInDialog } from './walk-in-dialog.tsx';
import { seatsText } from './walk-in.ts';

const partiesText = (n: number, guests: string) => (n === 1 ? say`1 party, ${guests}` : say`${n} parties, ${guests}`);

type OnOpen = (reservation: Reservation) => void;

/** Tonight for the host: the next party first, who is late, and parties without a reservation. */
export function TonightView({ places, onOpen }: { places: ReservationLocations; onOpen: OnOpen }) {
  const host = useHostDay(places);
  return (
    <>
      <HostBar places={places} host={host} />
      <Loaded query={host.query} failed={reservationNotices.loadFailed} rows={1} height={420}>
        {({ day }) => <Day key={`${host.locationId} ${day.date}`} day={day} host={host} onOpen={onOpen} />}
      </Loaded>
    </>
  );
}

function Day({ day, host, onOpen }: { day: HostDay; host: HostDayState; onOpen: OnOpen }) {
  // Loaded again each minute.
  const now = new Date(day.asOf);
  const tonight = sortTonight(day.reservations, now);
  return (
    <div className={`grid gap-14 ${styles.columns}`}>
      <section className="stack gap-14 round-md surface shadow-1" aria-label={dayInWords(day.date)}>
        <h2 className="text-lg">{dayInWords(day.date)}</h2>
        <Parties tonight={tonight} now={now} day={day} onOpen={onOpen} />
        <Footer tonight={tonight} day={day} onDate={host.setDate} />
      </section>
      {day.isToday && (
        <div className="stack gap-14">
          <LateParties late={tonight.late} onOpen={onOpen} />
          <SeatedParties seated={tonight.seated} onOpen={onOpen} />
          <WalkIn day={day} now={now} locationId={host.locationId} />
        </div>
      )}
    </div>
  );
}

interface PartiesProps {
  tonight: Tonight<Reservation>;
  now: Date;
  day: HostDay;
  onOpen: OnOpen;
}

function Parties({ tonight: { next, later, late }, now, day: { isToday, reservations }, onOpen }: PartiesProps) {
  // Another day has no next party, and its parties may be over.
  const rows = isToday ? later : reservations.filter(({ status }) => status !== 'cancelled');
  if (isToday ? !next && late.length === 0 : rows.length === 0) {
    return (
      <EmptyState
        title={isToday ? say`No more parties tonight` : say`No bookings`}
        text={say`New reservations appear here as they are made.`}
      />
    );
  }
  const guests = rows.reduce((sum, { reservationDetails }) => sum + reservationDetails.partySize, 0);
  return (
    <>
      {isToday && next && <NextParty party={next} now={now} onOpen={onOpen} />}
      {rows.length > 0 && (
        <>
          <p className="flex flex-wrap between gap-8">
            <b>{isToday ? say`Later tonight` : say`All parties`}</b>
            <span className="hint">{partiesText(rows.length, guestsText(guests))}</span>
          </p>
          <ul className="ruled">
            {rows.map((party) => (
              <li key={party.id} className={`grid align-center gap-6-12 ${styles.row}`}>
                <b className="num text-md">{twelveHourText(party.reservationDetails.time)}</b>
                <PartySize of={party} />
                <PartyName party={party} onOpen={onOpen} />
                <Table of={party} />
                {isToday ? (
                  <SeatButton party={party} look="quiet" />
                ) : (
                  <span className="hint">{party.status !== 'confirmed' && reservationStatusName(party.status)}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function NextParty({ party, now, onOpen }: { party: Reservation; now: Date; onOpen: OnOpen }) {
  const minutes = Math.ceil((Date.parse(party.startsAt) - now.getTime()) / 60_000);
  return (
    <section className={`stack gap-8 round-md tinted ${styles.next}`} aria-label={say`Next`}>
      <p className="flex between gap-8">
        <b>{say`Next`}</b>
        <span className="text-sm">
          {minutes > 0
            ? minutes >= 60
              ? say`in ${Math.floor(minutes / 60)} h ${minutes % 60} min`
              : say`in ${minutes} min`
            : say`now`}
        </span>
      </p>
      <div className={`grid align-center gap-6-12 ${styles.row}`}>
        <b className="num text-xl">{twelveHourText(party.reservationDetails.time)}</b>
        <PartySize of={party} />
        <PartyName party={party} onOpen={onOpen} />
        <Table of={party} />
        <SeatButton party={party} look="solid" />
      </div>
    </section>
  );
}

function Table({ of: { tableNumber } }: { of: Reservation }) {
  return (
    <span className={`inline-row gap-6 icon-18 ${styles.table}`}>
      {tableNumber !== null && (
        <>
          <Armchair aria-label={say`Table`} /> {tableNumber}
        </>
      )}
    </span>
  );
}

interface FooterProps {
  tonight: Tonight<Reservation>;
  day: HostDay;
  onDate: (date: string) => void;
}

/** What is done, and the way to the next day. */
function Footer({ tonight, day, onDate }: FooterProps) {
  const noShows = tonight.over.filter(({ status }) => status === 'no-show').length;
  const came = tonight.seated.length + tonight.over.length - noShows;
  return (
    <p className="row flex-wrap gap-8-16 soft icon-18">
      {came > 0 && (
        <span className="inline-row gap-6">
          <CheckCheck /> {came === 1 ? say`1 party came` : say`${came} parties came`}
        </span>
      )}
      {noShows > 0 && (
        <span className="inline-row gap-6">
          <UserX /> {noShows === 1 ? say`1 no-show` : say`${noShows} no-shows`}
        </span>
      )}
      <Button look="ghost" className={styles.tomorrow} onClick={() => onDate(addDays(day.date, 1))}>
        {dayInWords(addDays(day.date, 1))} <ChevronRight />
      </Button>
    </p>
  );
}

function LateParties({ late, onOpen }: { late: Tonight<Reservation>['late']; onOpen: OnOpen }) {
  if (late.length === 0) return null;
  return (
    <section className="stack gap-8 round-md surface shadow-1" aria-label={say`Late`}>
      <p className="flex between gap-8">
        <b>{say`Late`}</b>
        <span className="hint">{late.length === 1 ? say`1 party` : say`${late.length} parties`}</span>
      </p>
      <ul className="ruled">
        {late.map((each) => (
          <LateParty key={each.party.id} {...each} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

/** Their details have “Not seated yet”, for a party that was marked by mistake. */
function SeatedParties({ seated, onOpen }: { seated: readonly Reservation[]; onOpen: OnOpen }) {
  if (seated.length === 0) return null;
  return (
    <section className="stack gap-8 round-md surface shadow-1" aria-label={say`Seated`}>
      <b>{say`Seated`}</b>
      <ul className="ruled">
        {seated.map((party) => (
          <li key={party.id} className="row gap-12">
            <PartySize of={party} />
            <PartyName party={party} onOpen={onOpen} />
            <span className="push-right">
              <Table of={party} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LateParty({ party, minutes, mustDecide, onOpen }: Tonight<Reservation>['late'][number] & { onOpen: OnOpen }) {
  const online = useOnline();
  const change = useStatusChange(party, party.tableNumber ?? '');
  const { phone } = party.customerInfo;
  return (
    <li className="stack gap-8">
      <div className={`grid align-center gap-6-12 ${styles.late}`}>
        <PartySize of={party} />
        <PartyName party={party} onOpen={onOpen} />
        <Badge tone={mustDecide ? 'bad' : 'warn'} icon={mustDecide ? <OctagonAlert /> : <AlarmClock />}>
          {say`${minutes} min late`}
        </Badge>
      </div>
      <div className="row flex-wrap gap-8">
        {phone !== '' && (
          <LinkButton look="quiet" href={phoneHref(phone)}>
            <Phone /> {say`Call ${phoneText(phone)}`}
          </LinkButton>
        )}
        <SeatButton party={party} look="quiet" />
        {mustDecide && (
          <Button
            look="ghost"
            aria-label={say`${nameOf(party)}: no-show`}
            busy={change.isBusy}
            disabledReason={online ? null : say`You are offline`}
            onClick={() => void change.setStatus('no-show')}
          >
            {say`No-show`}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Seats left now, and the dialog that seats a party without a reservation. `W` opens it. */
function WalkIn({ day, now, locationId }: { day: HostDay; now: Date; locationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useSingleKeys((event) => {
    if (event.key.toLowerCase() !== 'w') return;
    event.preventDefault();
    setIsOpen(true);
  });
  const changes = [RESERVATIONS_KEY, floorKey(locationId)];
  const failed = say`The party was not seated`;
  const seat = useCall('addWalkIn', { failed, changes });
  const arrive = useCall('updateReservationStatus', { failed, changes });
  function seatWaiting({ waitId, name, partySize, reservationId, tableNumber }: Wait) {
    if (reservationId === null) void seat.send({ locationId, partySize, name, waitId, evenIfFull: true });
    else void arrive.send({ reservationId, status: 'seated', tableNumber });
  }
  return (
    <section className="stack gap-8 round-md surface shadow-1" aria-label={say`No reservation?`}>
      <b>{say`No reservation?`}</b>
      <p className="soft">{seatsText(day, now)}</p>
      <Button look="line" size="lg" block onClick={() => setIsOpen(true)}>
        <UserPlus /> {say`Walk-in`}
      </Button>
      <Waitlist locationId={locationId} zone={day.timeZone} onSeat={seatWaiting} />
      {isOpen && <WalkInDialog day={day} locationId={locationId} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function PartySize({ of: { reservationDetails } }: { of: Reservation }) {
  return (
    <span className={`round-md quiet text-md weight-650 num ${styles.size}`}>
      {reservationDetails.partySize}
      <span className="sr-only"> {reservationDetails.partySize === 1 ? say`guest` : say`guests`}</span>
    </span>
  );
}

/** The name opens the details. Requests that mention an allergy stand out. */
function PartyName({ party, onOpen }: { party: Reservation; onOpen: (party: Reservation) => void }) {
  const requests = party.reservationDetails.specialRequests;
  return (
    <span className="grid gap-4 min-width-0 break-anywhere">
      <button type="button" className={`weight-600 touch-height ${styles.name}`} onClick={() => onOpen(party)}>
        {nameOf(party)}
      </button>
      {requests !== null &&
        (mentionsAllergy(requests) ? <AllergyBand text={requests} /> : <small className="hint">{requests}</small>)}
    </span>
  );
}

/** Seats the party at its table, or without one. The details have a field for another table. */
function SeatButton({ party, look }: { party: Reservation; look: 'solid' | 'quiet' }) {
  const online = useOnline();
  const change = useStatusChange(party, party.tableNumber ?? '');
  return (
    <Button
      look={look}
      aria-label={say`${nameOf(party)} arrived`}
      busy={change.isBusy}
      disabledReason={online ? null : say`You are offline`}
      onClick={() => void change.setStatus('seated')}
    >
      {say`Arrived`}
    </Button>
  );
}
