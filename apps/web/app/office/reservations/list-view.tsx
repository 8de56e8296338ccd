import { useState } from 'react';
import { CalendarX, ChevronsUp, Users } from 'lucide-react';
import { localDate, say } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import {
  DATE_FILTERS,
  noReservationsText,
  pageButtons,
  RESERVATIONS_PER_PAGE,
  RESERVATION_STATUS_FILTERS,
  type ReservationFilter,
  cancelReasonText,
  isUrgent,
  URGENT_PARTY_ABOVE,
  reservationStatusName,
} from '@tiffin/domain/reservation';
import { reservationNotices } from '@tiffin/domain/errors';
import { phoneText } from '@tiffin/domain/people';
import { anyText, choice, search, useListState } from '../../shared/page/list-state.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { StatTiles } from '../../ui/figures.tsx';
import { ChoiceSelect, NamedOptions, Select } from '../../ui/inputs.tsx';
import { PageButtons } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { IconState } from '../../ui/states.tsx';
import { formatTime } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import {
  type Reservation,
  guestsText,
  shortDayText,
  beforeText,
  clockParts,
  partyNameOf,
  calendarDate,
} from './reservation.ts';
import { ClosedBadge } from './closed-badge.tsx';
import { ConfirmationBadge } from './confirmation-badge.tsx';
import styles from './reservations.module.css';
import { type ReservationLocations, useReservationFigures, useReservationList } from './use-reservations.ts';

const STATUSES = { all: say`All statuses`, confirmed: say`Confirmed`, cancelled: say`Cancelled` };

const DATES = { all: say`All dates`, today: say`Today`, upcoming: say`Upcoming`, past: say`Past` };

/** The filters of the list, each with its name in the address. The export uses them too. */
export const FILTERS = {
  search: search('booking'),
  status: choice('bookingStatus', RESERVATION_STATUS_FILTERS),
  location: anyText('bookingLocation', ALL_LOCATIONS),
  date: choice('bookingDate', DATE_FILTERS),
};

interface ListViewProps {
  locations: ReservationLocations;
  onOpen: (dialog: 'details' | 'cancel', reservation: Reservation) => void;
}

/** All reservations by filter, page by page, below their figures. */
export function ListView({ locations, onOpen }: ListViewProps) {
  const { at, filter, applied } = useListState(FILTERS);
  return (
    <>
      <Figures locationId={filter.location} locations={locations} />
      <div className={`row flex-wrap gap-10 ${styles.filters}`}>
        <SlashSearch
          className={styles.search ?? ''}
          label={say`Search reservations`}
          placeholder={say`Name, email, phone or reservation`}
          {...at('search')}
        />
        <ChoiceSelect
          aria-label={say`Status`}
          className={`auto-width weight-560 ${styles.select}`}
          options={RESERVATION_STATUS_FILTERS}
          labels={STATUSES}
          {...at('status')}
        />
        <Select aria-label={say`Location`} className={`auto-width weight-560 ${styles.select}`} {...at('location')}>
          <option value={ALL_LOCATIONS}>{say`All Locations`}</option>
          <NamedOptions options={locations.all} />
        </Select>
        <ChoiceSelect
          aria-label={say`Date`}
          className={`auto-width weight-560 ${styles.select}`}
          options={DATE_FILTERS}
          labels={DATES}
          {...at('date')}
        />
      </div>
      {/* Another filter begins with its first page. */}
      <Cards key={JSON.stringify(applied)} filter={applied} locations={locations} onOpen={onOpen} />
    </>
  );
}

function Cards({ filter, locations, onOpen }: ListViewProps & { filter: ReservationFilter }) {
  const [page, setPage] = useState(1);
  const list = useReservationList(filter, page);
  return (
    <Loaded query={list} failed={reservationNotices.loadFailed} height={68}>
      {({ reservations, total, asOf }) => {
        if (total === 0) {
          return (
            <IconState title={say`No Reservations Found`} text={noReservationsText(filter)} icon={<CalendarX />} />
          );
        }
        const pages = Math.max(1, Math.ceil(total / RESERVATIONS_PER_PAGE));
        const first = (page - 1) * RESERVATIONS_PER_PAGE + 1;
        return (
          <>
            <p className={`soft digits ${styles.count}`} role="status">
              {say`Showing ${first} to ${first + reservations.length - 1} of ${total}`}
            </p>
            <ul className="stack gap-8">
              {reservations.map((reservation) => {
                const zone = locations.zoneOf(reservation.location);
                return (
                  <li key={reservation.id}>
                    <ReservationCard
                      reservation={reservation}
                      zone={zone}
                      now={new Date(asOf)}
                      today={localDate(new Date(asOf), zone)}
                      onDetails={() => onOpen('details', reservation)}
                      onCancel={() => onOpen('cancel', reservation)}
                    />
                  </li>
                );
              })}
            </ul>
            {pages > 1 && (
              <PageButtons
                page={page}
                pages={pages}
                buttons={pageButtons(Math.min(page, pages), pages)}
                onPage={setPage}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Figures({ locationId, locations }: { locationId: string; locations: ReservationLocations }) {
  const { data } = useReservationFigures(locationId);
  const figures = data?.figures;
  const next = figures?.nextAt
    ? nextText(figures.nextAt, data?.asOf ?? figures.nextAt, locations.zoneOf(locationId))
    : '';
  const placeholder = <Skeleton width={64} height={30} />;
  return (
    <StatTiles
      label={say`Figures`}
      tiles={[
        { label: say`Total Reservations`, value: figures?.total ?? placeholder },
        {
          label: say`Confirmed Today`,
          value: figures?.confirmedToday ?? placeholder,
          note: figures && guestsText(figures.guestsToday),
        },
        { label: say`Upcoming`, value: figures?.upcoming ?? placeholder, note: next || undefined },
        { label: say`Cancelled`, value: figures?.cancelled ?? placeholder },
      ]}
    />
  );
}

function nextText(nextAt: string, asOf: string, zone: string): string {
  const at = new Date(nextAt);
  const date = localDate(at, zone);
  const today = localDate(new Date(asOf), zone);
  const time = clockText(at, zone);
  return date === today ? say`next at ${time}` : say`next ${shortDayText(date, today)} at ${time}`;
}

interface ReservationCardProps {
  reservation: Reservation;
  zone: string;
  now: Date;
  today: string;
  onDetails: () => void;
  onCancel: () => void;
}

function ReservationCard({ reservation, zone, now, today, onDetails, onCancel }: ReservationCardProps) {
  const { status, customerInfo, reservationDetails, reservationId, locationName } = reservation;
  const isCancelled = status === 'cancelled';
  const { hour, dayPeriod } = clockParts(reservationDetails.time);
  return (
    <article
      className={classNames(
        'grid gap-8-12 align-center round-md surface shadow-1',
        styles.card,
        isCancelled && styles.cancelled,
      )}
      aria-label={partyNameOf(reservation)}
    >
      <p className={`nowrap ${styles.when}`}>
        <b className="block digits">{hour}</b>
        <span className="hint">
          {dayPeriod}, {shortDayText(calendarDate(reservation, zone), today)}
        </span>
      </p>
      <div className={`min-width-0 leading-140 break-anywhere ${styles.who}`}>
        <p>
          <b>{partyNameOf(reservation)}</b> <StatusBadge reservation={reservation} zone={zone} now={now} />{' '}
          <ConfirmationBadge reservation={reservation} /> <ClosedBadge reservation={reservation} />
        </p>
        <p className="hint">
          {isCancelled
            ? cancelledText(reservation, zone)
            : [phoneText(customerInfo.phone), reservationDetails.specialRequests].filter(Boolean).join(', ')}
        </p>
        {reservation.lastChange && !isCancelled && (
          <p className="hint">{beforeText(reservation.lastChange.before, zone)}</p>
        )}
      </div>
      <p className={styles.where}>
        {locationName}
        <span className={`block hint ${styles.number}`}>{reservationId.slice(-4)}</span>
      </p>
      <p className="row gap-8 icon-20">
        <Users />
        <b className="text-lg digits">{reservationDetails.partySize}</b>
        <span className="hint">{reservationDetails.partySize === 1 ? say`guest` : say`guests`}</span>
      </p>
      <div className={`all-columns flex gap-4 ${styles.actions}`}>
        <Button look="ghost" className="grow" onClick={onDetails}>
          <span>
            {say`Details`} <span className="sr-only">{say`of ${partyNameOf(reservation)}`}</span>
          </span>
        </Button>
        {status === 'confirmed' && (
          <Button look="ghost" className="grow" onClick={onCancel}>
            <span>
              {say`Cancel`} <span className="sr-only">{say`of ${partyNameOf(reservation)}`}</span>
            </span>
          </Button>
        )}
      </div>
    </article>
  );
}

function StatusBadge({ reservation, zone, now }: { reservation: Reservation; zone: string; now: Date }) {
  const { status, reservationDetails } = reservation;
  if (status === 'cancelled') return <Badge icon={<CalendarX />}>{reservationStatusName(status)}</Badge>;
  if (status !== 'confirmed') return <Badge tone="plum">{reservationStatusName(status)}</Badge>;
  if (new Date(reservation.startsAt) <= now || !isUrgent(reservationDetails, now, zone)) return null;
  return (
    <Badge tone="warn" icon={<ChevronsUp />}>
      {reservationDetails.partySize > URGENT_PARTY_ABOVE ? say`Large party` : say`Urgent`}
    </Badge>
  );
}

function cancelledText({ cancelledAt, cancellationReason }: Reservation, zone: string): string {
  const when = cancelledAt === null ? '' : formatTime(cancelledAt, 'date-time', zone);
  return say`Cancelled ${when}, ${cancelReasonText(cancellationReason ?? '')}`;
}
