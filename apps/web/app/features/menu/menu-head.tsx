import { useState } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import { chooseOrderType, orderTypeLabels, shownOrderTypes, useOrderType } from '../../lib/order-type.ts';
import type { Location } from '../../lib/site.ts';
import { paths } from '../../paths.ts';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { OpenState } from '../../ui/open-state.tsx';
import styles from './menu-head.module.css';
import { texts } from './texts.ts';

/** Whose menu this is, whether they are open, and how one would like to have it. */
export function MenuHead({ location, locations }: { location: Location; locations: readonly Location[] }) {
  return (
    <div className={styles.head}>
      <div>
        <h1>
          <LocationSwitch location={location} locations={locations} />
        </h1>
        <p className={styles.facts}>
          <OpenState open={location.isOpen}>{location.openText}</OpenState>
          <span>{location.address}</span>
        </p>
      </div>
      <OrderTypeChoice location={location} />
    </div>
  );
}

export function OrderTypeChoice({ location }: { location: Location }) {
  const type = useOrderType(location);
  return (
    <Segmented
      legend={texts.orderType}
      legendHidden
      value={type}
      onValue={chooseOrderType}
      className={styles.type ?? ''}
      options={shownOrderTypes.map((value) => ({
        value,
        label: orderTypeLabels[value],
        disabled: !location.services.includes(value),
      }))}
    />
  );
}

function LocationSwitch({ location, locations }: { location: Location; locations: readonly Location[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.switch}
        aria-label={texts.changeLocation(location.name)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {location.name}
        <ChevronDown aria-hidden="true" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.chooseLocation}>
        <ul className={styles.places}>
          {locations.map((place) => (
            <li key={place.id}>
              <Link
                href={paths.menu(place.id)}
                onClick={() => setOpen(false)}
                {...(place.id === location.id && { 'aria-current': 'true' })}
              >
                <span className={styles.place}>
                  {place.name}
                  {place.id === location.id && <Check aria-label={texts.chosenLocation} />}
                </span>
                <OpenState open={place.isOpen}>{place.openText}</OpenState>
                <span className={styles.address}>{place.address}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
