import type { UseQueryResult } from '@tanstack/react-query';
import { CalendarX, RefreshCw } from 'lucide-react';
import { localDate } from '@tiffin/domain/core';
import {
  DATE_FILTERS,
  noReservationsText,
  pageButtons,
  RESERVATIONS_PER_PAGE,
  RESERVATION_STATUS_FILTERS,
  type ReservationFilter,
} from '@tiffin/domain/reservation';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceSelect, Select } from '../../ui/inputs.tsx';
import { PageButtons } from '../../ui/pagination.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { IconState } from '../../ui/states.tsx';
import { ReservationCard } from './reservation-card.tsx';
import { type Reservation, shortDayText } from './reservation.ts';
import { texts } from './texts.ts';
import { type ReservationLocations, type ReservationListResponse, useReservationFigures } from './use-reservations.ts';
import { clockText } from '@tiffin/domain/hours';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { StatTiles } from '../../ui/figures.tsx';
import styles from './reservations.module.css';

interface Props {
  /** The filter as typed, and as sent to the server. */
  filter: ReservationFilter;
  appliedFilter: ReservationFilter;
  page: number;
  list: UseQueryResult<ReservationListResponse>;
  places: ReservationLocations;
  onFilter: (change: Partial<ReservationFilter>) => void;
  onPage: (page: number) => void;
  onOpen: (dialog: 'details' | 'cancel', reservation: Reservation) => void;
}

export function ListView({ filter, appliedFilter, page, list, places, onFilter, onPage, onOpen }: Props) {
  return (
    <>
      <Figures locationId={filter.location} places={places} />
      <Filters filter={filter} places={places} onFilter={onFilter} listed={list.data} page={page} />
      {list.isError && (
        <Banner
          tone="bad"
          announce="alert"
          title={texts.loadFailed}
          action={
            <Button look="quiet" size="sm" onClick={() => void list.refetch()}>
              <RefreshCw aria-hidden="true" />
              {texts.retry}
            </Button>
          }
        >
          {reservationErrorText(list.error)}
        </Banner>
      )}
      {list.isPending && !list.isError && (
        <Loading label={texts.loading}>
          <div className="stack gap-8">
            <Skeleton height={68} />
            <Skeleton height={68} />
            <Skeleton height={68} />
          </div>
        </Loading>
      )}
      {list.data && (
        <Cards appliedFilter={appliedFilter} listed={list.data} page={page} {...{ places, onPage, onOpen }} />
      )}
    </>
  );
}

function Cards({
  appliedFilter,
  listed: { reservations, total, asOf },
  page,
  places,
  onPage,
  onOpen,
}: Pick<Props, 'appliedFilter' | 'page' | 'places' | 'onPage' | 'onOpen'> & { listed: ReservationListResponse }) {
  if (total === 0) {
    return (
      <IconState title={texts.none} text={noReservationsText(appliedFilter)} icon={<CalendarX aria-hidden="true" />} />
    );
  }
  const pages = Math.max(1, Math.ceil(total / RESERVATIONS_PER_PAGE));
  return (
    <>
      <ul className="stack gap-8">
        {reservations.map((reservation) => {
          const zone = places.zoneOf(reservation.location);
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
          label={texts.pages}
          page={page}
          pages={pages}
          buttons={pageButtons(Math.min(page, pages), pages)}
          onPage={onPage}
        />
      )}
    </>
  );
}

function Filters({
  filter,
  places,
  listed,
  page,
  onFilter,
}: Pick<Props, 'filter' | 'places' | 'page' | 'onFilter'> & { listed: ReservationListResponse | undefined }) {
  const first = (page - 1) * RESERVATIONS_PER_PAGE + 1;
  return (
    <div className={`row flex-wrap gap-10 ${styles.filters}`}>
      <SlashSearch
        className={styles.search ?? ''}
        label={texts.search}
        placeholder={texts.searchHint}
        value={filter.search}
        onSearch={(search) => onFilter({ search })}
      />
      <ChoiceSelect
        aria-label={texts.filterStatus}
        className={`auto-width weight-560 ${styles.select}`}
        options={RESERVATION_STATUS_FILTERS}
        labels={texts.statuses}
        value={filter.status}
        onValue={(status) => onFilter({ status })}
      />
      <Select
        aria-label={texts.filterLocation}
        className={`auto-width weight-560 ${styles.select}`}
        value={filter.location}
        onChange={(event) => onFilter({ location: event.target.value })}
      >
        <option value={ALL_LOCATIONS}>{texts.allLocations}</option>
        {places.all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <ChoiceSelect
        aria-label={texts.filterDate}
        className={`auto-width weight-560 ${styles.select}`}
        options={DATE_FILTERS}
        labels={texts.dates}
        value={filter.date}
        onValue={(date) => onFilter({ date })}
      />
      <p className={`full-width soft digits ${styles.count}`} role="status">
        {listed && texts.showing(first, first + listed.reservations.length - 1, listed.total)}
      </p>
    </div>
  );
}

/** The four figures above the list. */
function Figures({ locationId, places }: { locationId: string; places: ReservationLocations }) {
  const { data } = useReservationFigures(locationId);
  const figures = data?.figures;
  const next = figures?.nextAt ? nextText(figures.nextAt, data?.asOf ?? figures.nextAt, places.zoneOf(locationId)) : '';
  const waiting = <Skeleton width={64} height={30} />;
  return (
    <StatTiles
      label={texts.figures}
      tiles={[
        { label: texts.total, value: figures?.total ?? waiting },
        {
          label: texts.confirmedToday,
          value: figures?.confirmedToday ?? waiting,
          note: figures && texts.guests(figures.guestsToday),
        },
        { label: texts.upcoming, value: figures?.upcoming ?? waiting, note: next || undefined },
        { label: texts.cancelled, value: figures?.cancelled ?? waiting },
      ]}
    />
  );
}

function nextText(nextAt: string, asOf: string, zone: string): string {
  const at = new Date(nextAt);
  const date = localDate(at, zone);
  const today = localDate(new Date(asOf), zone);
  const time = clockText(at, zone);
  return date === today ? texts.nextAt(time) : texts.nextOn(shortDayText(date, today), time);
}
