import { Check } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { addressLine } from '@tiffin/domain/locations';
import type { Location } from './site.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { OpenBadge } from '../../ui/badge.tsx';
import styles from './location-choice.module.css';

interface LocationChoiceProps {
  onClose: () => void;
  /** Missing while none is chosen. */
  currentLocation: Location | undefined;
  locations: readonly Location[];
}

export function LocationChoice({ onClose, currentLocation, locations }: LocationChoiceProps) {
  return (
    <Dialog onClose={onClose} title={say`Choose a restaurant`}>
      <ul className={`grid gap-8 ${styles.places}`}>
        {locations.map((place) => (
          <li key={place.id}>
            <Link
              href={paths.menu(place.id)}
              className="grid gap-2 round-md no-underline"
              onClick={onClose}
              {...(place.id === currentLocation?.id && { 'aria-current': 'true' })}
            >
              <span className={`row between ${styles.place}`}>
                {place.name}
                {place.id === currentLocation?.id && <Check aria-label={say`Chosen`} />}
              </span>
              <OpenBadge open={place.isOpen}>{place.openText}</OpenBadge>
              <span className="text-sm soft">{addressLine(place)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
