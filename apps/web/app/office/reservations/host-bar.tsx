import { useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { say } from '@tiffin/domain/core';
import { Button, IconButton } from '../../ui/button.tsx';
import { NamedOptions, Select, TextInput } from '../../ui/inputs.tsx';
import { TODAY, useReservationDay, type ReservationLocations } from './use-reservations.ts';

/** The location and the day that the host looks at; at first today. */
export function useHostDay(locations: ReservationLocations) {
  const [locationId, setLocationId] = useState(locations.bookable[0]?.id ?? locations.all[0]?.id ?? '');
  const [date, setDate] = useState<string | null>(TODAY);
  const query = useReservationDay(locationId, date);
  return { locationId, setLocationId, date, setDate, query, day: query.data?.day };
}

export type HostDayState = ReturnType<typeof useHostDay>;

/** The pickers of the location and the day. */
export function HostBar({ locations, host }: { locations: ReservationLocations; host: HostDayState }) {
  const { locationId, setLocationId, date, setDate, day } = host;
  return (
    <div className="row flex-wrap gap-8-12">
      <Select aria-label={say`Location`} className="auto-width weight-560" value={locationId} onValue={setLocationId}>
        <NamedOptions options={locations.all} />
      </Select>
      <DayPicker date={date ?? day?.date ?? ''} isToday={day?.isToday ?? true} onDate={setDate} />
    </div>
  );
}

interface DayPickerProps {
  /** Empty while it is loaded. */
  date: string;
  isToday: boolean;
  onDate: (date: string | null) => void;
}

function DayPicker({ date, isToday, onDate }: DayPickerProps) {
  return (
    <div className="row flex-wrap gap-4">
      <IconButton label={say`Previous day`} disabled={date === ''} onClick={() => onDate(addDays(date, -1))}>
        <ChevronLeft />
      </IconButton>
      <TextInput
        className="auto-width"
        type="date"
        aria-label={say`Day`}
        value={date}
        onChange={(event) => event.target.value && onDate(event.target.value)}
      />
      <IconButton label={say`Next day`} disabled={date === ''} onClick={() => onDate(addDays(date, 1))}>
        <ChevronRight />
      </IconButton>
      {!isToday && (
        <Button look="quiet" onClick={() => onDate(TODAY)}>
          {say`Today`}
        </Button>
      )}
    </div>
  );
}
