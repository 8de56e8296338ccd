import { useQuery } from '@tanstack/react-query';
import { Bike, Repeat, UserCheck } from 'lucide-react';
import { allergyTexts } from '@tiffin/domain/order';
import { phoneLookupStep } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { guestByPhone } from '../../shared/api/person-by-phone.ts';
import { readAllergies } from '../../shared/cart/stated-allergies.ts';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { withLastAddress, type RegularGuest, type Till, type TillLocation } from './till.ts';
import styles from './till.module.css';

/** What the guest with the typed phone number ordered at this location; null while unknown. */
export function useRegularGuest({ phone }: Till, { id }: TillLocation): RegularGuest | null {
  const { search } = phoneLookupStep(phone);
  const { data } = useQuery({ ...guestByPhone(search ?? '', id), enabled: search !== null });
  return (search !== null && data?.guest) || null;
}

interface RegularGuestCardProps {
  guest: RegularGuest;
  place: TillLocation;
  /** What the account with this number says, if it is the customer's. */
  found: string | null;
  /** Adds the dishes of the last order. */
  onSame: () => void;
  onTill: (change: (till: Till) => Till) => void;
}

export function RegularGuestCard({ guest, place, found, onSame, onTill }: RegularGuestCardProps) {
  const { lastOrder, delivery } = guest;
  const dateOf = (at: string) => formatTime(at, 'day', place.timeZone);
  const dishes = lastOrder.items.map(({ quantity, name }) => `${quantity} ${name}`).join(', ');
  const allergies = readAllergies(guest.allergies);
  return (
    <section className={`stack gap-10 round-md surface shadow-1 ${styles.regular}`} aria-label={say`Earlier orders`}>
      <p className="row gap-8 icon-20">
        <UserCheck className="success" />
        <b>
          {found
            ? say`Existing Customer Found`
            : guest.orders === 1
              ? say`${guest.name}, 1 order`
              : say`${guest.name}, ${guest.orders} orders`}
        </b>
      </p>
      {found && <p className="text-sm">{found}</p>}
      {allergies.length > 0 && (
        <AllergyBand
          text={say`${allergyTexts(allergies)}, stated ${dateOf(guest.allergiesAt ?? lastOrder.orderTime)}`}
        />
      )}
      <div className="stack gap-4 text-sm">
        <b className="soft text-xs">{say`Last time, ${dateOf(lastOrder.orderTime)}`}</b>
        <p>
          {dishes}. <span className="num">{formatMoney(centsOf(lastOrder.total))}</span>
        </p>
      </div>
      <Button look="quiet" block onClick={onSame}>
        <Repeat /> {say`Same as last time`}
      </Button>
      {delivery && place.services.includes('delivery') && (
        <>
          <div className="stack gap-4 text-sm">
            <b className="soft text-xs">{say`Last address`}</b>
            <p className="break-anywhere">{delivery.address}</p>
          </div>
          <Button look="line" block onClick={() => onTill((till) => withLastAddress(till, delivery))}>
            <Bike /> {say`Deliver there again`}
          </Button>
        </>
      )}
    </section>
  );
}
