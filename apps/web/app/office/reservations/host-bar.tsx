import { useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { texts } from './texts.ts';
import { useReservationDay, type ReservationLocations } from './use-reservations.ts';

/** The day that the host looks at. Without a choice it is today. */
export function useHostDay(places: ReservationLocations) {
  const [locationId, setLocationId] = useState(places.bookable[0]?.id ?? places.all[0]?.id ?? '');
  const [date, setDate] = useState<string | null>(null);
  const { data, error, refetch } = useReservationDay(locationId, date);
  return { locationId, setLocationId, date, setDate, day: data?.day, error, refetch: () => void refetch() };
}

export type HostDayState = ReturnType<typeof useHostDay>;

/** Chooses location and day, and says when the day could not be loaded. */
export function HostBar({ places, host }: { places: ReservationLocations; host: HostDayState }) {
  const { locationId, setLocationId, date, setDate, day, error, refetch } = host;
  return (
    <>
      <div className="row flex-wrap gap-8-12">
        <Select
          aria-label={texts.filterLocation}
          className="auto-width weight-560"
          value={locationId}
          onChange={(event) => setLocationId(event.target.value)}
        >
          {places.all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <DayPicker shown={date ?? day?.date ?? ''} isToday={day?.isToday ?? true} onDate={setDate} />
      </div>
      {error && (
        <Banner
          tone="bad"
          announce="alert"
          title={texts.loadFailed}
          action={
            <Button look="quiet" size="sm" onClick={refetch}>
              {texts.retry}
            </Button>
          }
        >
          {reservationErrorText(error)}
        </Banner>
      )}
    </>
  );
}

/** Picks the day; null is today. */
function DayPicker({
  shown,
  isToday,
  onDate,
}: {
  shown: string;
  isToday: boolean;
  onDate: (date: string | null) => void;
}) {
  return (
    <div className="row flex-wrap gap-4">
      <IconButton label={texts.previousDay} disabled={shown === ''} onClick={() => onDate(addDays(shown, -1))}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <TextInput
        className="auto-width"
        type="date"
        aria-label={texts.dayOf}
        value={shown}
        onChange={(event) => event.target.value && onDate(event.target.value)}
      />
      <IconButton label={texts.nextDay} disabled={shown === ''} onClick={() => onDate(addDays(shown, 1))}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
      {!isToday && (
        <Button look="quiet" onClick={() => onDate(null)}>
          {texts.toToday}
        </Button>
      )}
    </div>
  );
}
