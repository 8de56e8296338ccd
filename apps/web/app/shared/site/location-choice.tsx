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
        {locations.map((location) => (
          <li key={location.id}>
            <Link
              href={paths.menu(location.id)}
              className="grid gap-2 round-md no-underline"
              onClick={onClose}
              aria-current={location.id === currentLocation?.id ? 'true' : undefined}
            >
              <span className={`row between ${styles.place}`}>
                {location.name}
                {location.id === currentLocation?.id && <Check aria-label={say`Chosen`} />}
              </span>
              <OpenBadge open={location.isOpen}>{location.openText}</OpenBadge>
              <span className="text-sm soft">{addressLine(location)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
