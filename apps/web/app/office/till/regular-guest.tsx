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
import { withLastAddress, type ChangeTill, type RegularGuest, type Till, type TillLocation } from './till.ts';
import styles from './till.module.css';

/** What the guest with the typed phone number ordered at this location; null while unknown. */
export function useRegularGuest({ phone }: Till, { id }: TillLocation): RegularGuest | null {
  const { search } = phoneLookupStep(phone);
  const { data } = useQuery({ ...guestByPhone(search ?? '', id), enabled: search !== null });
  return (search !== null && data?.guest) || null;
}

interface RegularGuestCardProps {
  guest: RegularGuest;
  location: TillLocation;
  /** The account with this number, if the guest is its customer. */
  accountText: string | null;
  /** Adds the dishes of the last order. */
  onRepeat: () => void;
  onTillChange: ChangeTill;
}

/** What is known of a guest who ordered before, with buttons to order the same or to the same address. */
export function RegularGuestCard({ guest, location, accountText, onRepeat, onTillChange }: RegularGuestCardProps) {
  const { lastOrder, delivery } = guest;
  const dateOf = (at: string) => formatTime(at, 'day', location.timeZone);
  const dishes = lastOrder.items.map(({ quantity, name }) => `${quantity} ${name}`).join(', ');
  const allergies = readAllergies(guest.allergies);
  return (
    <section className={`stack gap-10 round-md surface shadow-1 ${styles.regular}`} aria-label={say`Earlier orders`}>
      <p className="row gap-8 icon-20">
        <UserCheck className="success" />
        <b>
          {accountText
            ? say`Existing Customer Found`
            : guest.orders === 1
              ? say`${guest.name}, 1 order`
              : say`${guest.name}, ${guest.orders} orders`}
        </b>
      </p>
      {accountText && <p className="text-sm">{accountText}</p>}
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
      <Button look="quiet" block onClick={onRepeat}>
        <Repeat /> {say`Same as last time`}
      </Button>
      {delivery && location.services.includes('delivery') && (
        <>
          <div className="stack gap-4 text-sm">
            <b className="soft text-xs">{say`Last address`}</b>
            <p className="break-anywhere">{delivery.address}</p>
          </div>
          <Button look="line" block onClick={() => onTillChange((till) => withLastAddress(till, delivery))}>
            <Bike /> {say`Deliver there again`}
          </Button>
        </>
      )}
    </section>
  );
}
