import { useState, type ReactNode } from 'react';
import { AlarmClock, Armchair, CheckCheck, ChevronRight, OctagonAlert, Phone, UserPlus, UserX } from 'lucide-react';
import { addDays, twelveHourText } from '@tiffin/domain/hours';
import { phoneText } from '@tiffin/domain/people';
import { reservationStatusName, sortDayParties, type DayParties } from '@tiffin/domain/reservation';
import { reservationNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { mentionsAllergy } from '@tiffin/domain/order';
import { useSingleKeys } from '../../shared/page/single-keys.ts';
import { dayInWords } from '../../shared/reservation/date-texts.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { phoneHref } from '../../ui/format.ts';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { HostBar, useHostDay, type HostDayState } from './host-bar.tsx';
import { guestsText, partyNameOf, type HostDay, type Reservation } from './reservation.ts';
import { ClosedBadge } from './closed-badge.tsx';
import { ConfirmationBadge } from './confirmation-badge.tsx';
import { Waitlist, type Wait } from './waitlist.tsx';
import { useCall } from '../../shared/api/use-call.ts';
import styles from './tonight.module.css';
import { floorKey, RESERVATIONS_KEY, type ReservationLocations } from './use-reservations.ts';
import { ArrivedButton, NoShowButton } from './status-buttons.tsx';
import { WalkInDialog } from './walk-in-dialog.tsx';
import { seatsLeftText } from './walk-in.ts';

const partiesText = (n: number, guests: string) => (n === 1 ? say`1 party, ${guests}` : say`${n} parties, ${guests}`);

type OnOpen = (reservation: Reservation) => void;

/** Tonight for the host: the next party first, who is late, and parties without a reservation. */
export function TonightView({ locations, onOpen }: { locations: ReservationLocations; onOpen: OnOpen }) {
  const host = useHostDay(locations);
  return (
    <>
      <HostBar locations={locations} host={host} />
      <Loaded query={host.query} failed={reservationNotices.loadFailed} rows={1} height={420}>
        {({ day }) => <Day key={`${host.locationId} ${day.date}`} day={day} host={host} onOpen={onOpen} />}
      </Loaded>
    </>
  );
}

function Day({ day, host, onOpen }: { day: HostDay; host: HostDayState; onOpen: OnOpen }) {
  // At most a minute old, because the day is loaded again each minute.
  const now = new Date(day.asOf);
  const { next, later, late, seated, over } = sortDayParties(day.reservations, now);
  const noShows = over.filter(({ status }) => status === 'no-show').length;
  const arrived = seated.length + over.length - noShows;
  const tomorrow = addDays(day.date, 1);
  // On another day no party is next or late, so all of them are listed.
  const rows = day.isToday ? later : day.reservations.filter(({ status }) => status !== 'cancelled');
  const guests = rows.reduce((sum, { reservationDetails }) => sum + reservationDetails.partySize, 0);
  return (
    <div className={`grid gap-14 ${styles.columns}`}>
      <section className="stack gap-14 round-md surface shadow-1" aria-label={dayInWords(day.date)}>
        <h2 className="text-lg">{dayInWords(day.date)}</h2>
        {day.isToday && next && (
          <Group title={say`Next`} aside={inMinutesText(next, now)}>
            <Party party={next} onOpen={onOpen}>
              <ArrivedButton party={next} look="solid" />
            </Party>
          </Group>
        )}
        {rows.length > 0 && (
          <Group
            title={day.isToday ? say`Later tonight` : say`All parties`}
            aside={partiesText(rows.length, guestsText(guests))}
          >
            {rows.map((party) => (
              <Party key={party.id} party={party} onOpen={onOpen}>
                {day.isToday ? (
                  <ArrivedButton party={party} look="quiet" />
                ) : (
                  <span className="hint">{party.status !== 'confirmed' && reservationStatusName(party.status)}</span>
                )}
              </Party>
            ))}
          </Group>
        )}
        {rows.length === 0 && !(day.isToday && (next ?? late[0])) && (
          <EmptyState
            title={day.isToday ? say`No more parties tonight` : say`No bookings`}
            text={say`New reservations appear here as they are made.`}
          />
        )}
        <p className="row flex-wrap gap-8-16 soft icon-18">
          {arrived > 0 && (
            <span className="inline-row gap-6">
              <CheckCheck /> {arrived === 1 ? say`1 party came` : say`${arrived} parties came`}
            </span>
          )}
          {noShows > 0 && (
            <span className="inline-row gap-6">
              <UserX /> {noShows === 1 ? say`1 no-show` : say`${noShows} no-shows`}
            </span>
          )}
          <Button look="ghost" className="push-right" onClick={() => host.setDate(tomorrow)}>
            {dayInWords(tomorrow)} <ChevronRight />
          </Button>
        </p>
      </section>
      {day.isToday && (
        <div className="stack gap-14">
          {late.length + seated.length > 0 && (
            <div className="stack gap-14 round-md surface shadow-1">
              {late.length > 0 && (
                <Group title={say`Late`} aside={late.length === 1 ? say`1 party` : say`${late.length} parties`}>
                  {late.map((each) => (
                    <LateParty key={each.party.id} {...each} onOpen={onOpen} />
                  ))}
                </Group>
              )}
              {/* A party that was marked as seated by mistake has “Not seated yet” in its details. */}
              {seated.length > 0 && (
                <Group title={say`Seated`}>
                  {seated.map((party) => (
                    <Party key={party.id} party={party} onOpen={onOpen} />
                  ))}
                </Group>
              )}
            </div>
          )}
          <WalkIn day={day} now={now} locationId={host.locationId} />
        </div>
      )}
    </div>
  );
}

function inMinutesText({ startsAt }: Reservation, now: Date): string {
  const minutes = Math.ceil((Date.parse(startsAt) - now.getTime()) / 60_000);
  if (minutes <= 0) return say`now`;
  return minutes >= 60 ? say`in ${Math.floor(minutes / 60)} h ${minutes % 60} min` : say`in ${minutes} min`;
}

function Group({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section className="stack gap-8" aria-label={title}>
      <p className="flex flex-wrap between gap-8">
        <b>{title}</b>
        <span className="hint">{aside}</span>
      </p>
      <ul className="ruled">{children}</ul>
    </section>
  );
}

/** A reservation of the evening. Its name opens the details. Requests that mention an allergy stand out. */
function Party({ party, onOpen, children }: { party: Reservation; onOpen: OnOpen; children?: ReactNode }) {
  const { tableNumber, reservationDetails } = party;
  const { time, partySize, specialRequests } = reservationDetails;
  return (
    <li className={`grid align-center gap-6-12 ${styles.party}`}>
      <b className="num text-md nowrap">{twelveHourText(time)}</b>
      <span className="center round-md quiet text-md weight-650 num touch-width touch-height">
        {partySize}
        <span className="sr-only"> {partySize === 1 ? say`guest` : say`guests`}</span>
      </span>
      <span className="grid gap-4 items-start min-width-0 break-anywhere">
        <button
          type="button"
          className={`weight-600 touch-height no-padding text-left ${styles.name}`}
          onClick={() => onOpen(party)}
        >
          {partyNameOf(party)}
        </button>
        <ConfirmationBadge reservation={party} />
        <ClosedBadge reservation={party} />
        {tableNumber !== null && (
          <span className="inline-row gap-6 icon-18">
            <Armchair aria-label={say`Table`} /> {tableNumber}
          </span>
        )}
        {specialRequests !== null &&
          (mentionsAllergy(specialRequests) ? (
            <AllergyBand text={specialRequests} />
          ) : (
            <small className="hint">{specialRequests}</small>
          ))}
      </span>
      {children}
    </li>
  );
}

function LateParty({
  party,
  minutes,
  mustDecide,
  onOpen,
}: DayParties<Reservation>['late'][number] & { onOpen: OnOpen }) {
  const { phone } = party.customerInfo;
  return (
    <Party party={party} onOpen={onOpen}>
      <div className="row flex-wrap gap-8 all-columns">
        <Badge tone={mustDecide ? 'bad' : 'warn'} icon={mustDecide ? <OctagonAlert /> : <AlarmClock />}>
          {say`${minutes} min late`}
        </Badge>
        {phone !== '' && (
          <LinkButton look="quiet" href={phoneHref(phone)}>
            <Phone /> {say`Call ${phoneText(phone)}`}
          </LinkButton>
        )}
        <ArrivedButton party={party} look="quiet" />
        {mustDecide && <NoShowButton party={party} />}
      </div>
    </Party>
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
  // The host sees whether they fit, so a full time slot does not stop them.
  function seatWaiting({ waitId, name, partySize, reservationId, tableNumber }: Wait) {
    if (reservationId === null) void seat.send({ locationId, partySize, name, waitId, evenIfFull: true });
    else void arrive.send({ reservationId, status: 'seated', tableNumber });
  }
  return (
    <section className="stack gap-8 round-md surface shadow-1" aria-label={say`No reservation?`}>
      <b>{say`No reservation?`}</b>
      <p className="soft">{seatsLeftText(day, now)}</p>
      <Button look="line" size="lg" block onClick={() => setIsOpen(true)}>
        <UserPlus /> {say`Walk-in`}
      </Button>
      <Waitlist locationId={locationId} zone={day.timeZone} onSeat={seatWaiting} />
      {isOpen && <WalkInDialog day={day} locationId={locationId} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
