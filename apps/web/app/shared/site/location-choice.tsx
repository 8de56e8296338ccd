import { Check } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { cartQuantity } from '@tiffin/domain/cart';
import { addressLine } from '@tiffin/domain/locations';
import { useCart } from '../cart/carts.ts';
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
  const count = cartQuantity(useCart(currentLocation?.id ?? ''));
  return (
    <Dialog onClose={onClose} title={say`Choose a restaurant`}>
      {currentLocation && count > 0 && (
        <p className="below-12 text-sm">
          {say`What you chose at ${currentLocation.name} stays in your order there. Each restaurant has an order of its own.`}
        </p>
      )}
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
