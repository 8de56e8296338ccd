import { Select } from '../../ui/inputs.tsx';
import styles from './new-order.module.css';
import { texts } from './texts.ts';
import type { Place } from './till.ts';

interface PlaceChoiceProps {
  place: Place;
  places: readonly Place[];
  onPlace: (locationId: string) => void;
}

export function PlaceChoice({ place, places, onPlace }: PlaceChoiceProps) {
  return (
    <Select
      aria-label={texts.location}
      className={styles.place ?? ''}
      value={place.id}
      onChange={(event) => onPlace(event.target.value)}
    >
      {places.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
