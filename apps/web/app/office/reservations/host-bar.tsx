import { useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { say } from '@tiffin/domain/core';
import { Button, IconButton } from '../../ui/button.tsx';
import { NamedOptions, Select, TextInput } from '../../ui/inputs.tsx';
import { useReservationDay, type ReservationLocations } from './use-reservations.ts';

/** The day that the host looks at. Without a choice it is today. */
export function useHostDay(places: ReservationLocations) {
  const [locationId, setLocationId] = useState(places.bookable[0]?.id ?? places.all[0]?.id ?? '');
  const [date, setDate] = useState<string | null>(null);
  const query = useReservationDay(locationId, date);
  return { locationId, setLocationId, date, setDate, query, day: query.data?.day };
}

export type HostDayState = ReturnType<typeof useHostDay>;

export function HostBar({ places, host }: { places: ReservationLocations; host: HostDayState }) {
  const { locationId, setLocationId, date, setDate, day } = host;
  return (
    <div className="row flex-wrap gap-8-12">
      <Select aria-label={say`Location`} className="auto-width weight-560" value={locationId} onValue={setLocationId}>
        <NamedOptions options={places.all} />
      </Select>
      <DayPicker shown={date ?? day?.date ?? ''} isToday={day?.isToday ?? true} onDate={setDate} />
    </div>
  );
}

interface DayPickerProps {
  shown: string;
  isToday: boolean;
  onDate: (date: string | null) => void;
}

/** Picks the day; null is today. */
function DayPicker({ shown, isToday, onDate }: DayPickerProps) {
  return (
    <div className="row flex-wrap gap-4">
      <IconButton label={say`Previous day`} disabled={shown === ''} onClick={() => onDate(addDays(shown, -1))}>
        <ChevronLeft />
      </IconButton>
      <TextInput
        className="auto-width"
        type="date"
        aria-label={say`Day`}
        value={shown}
        onChange={(event) => event.target.value && onDate(event.target.value)}
      />
      <IconButton label={say`Next day`} disabled={shown === ''} onClick={() => onDate(addDays(shown, 1))}>
        <ChevronRight />
      </IconButton>
      {!isToday && (
        <Button look="quiet" onClick={() => onDate(null)}>
          {say`Today`}
        </Button>
      )}
    </div>
  );
}
