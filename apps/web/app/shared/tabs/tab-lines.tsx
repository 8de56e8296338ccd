import { TriangleAlert } from 'lucide-react';
import { multiplyCents, say } from '@tiffin/domain/core';
import {
  allergyMark,
  allergyTexts,
  distinctAllergies,
  type Allergy,
  type CheckedItem,
  type CheckedOrder,
} from '@tiffin/domain/order';
import { readAllergies } from '../cart/stated-allergies.ts';
import { centsOf } from '../../ui/format.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './tabs.module.css';

/** The seat of a dish, or that the table shares it. */
export function SeatMark({ seat = 0 }: { seat?: number | null | undefined }) {
  return (
    <span className={`center digits ${styles.seat}`}>
      <span className="sr-only">{seat ? say`Seat` : say`For`}</span> {seat || say`All`}
    </span>
  );
}

interface TabItem {
  readonly line?: number;
  readonly name?: string;
  readonly id: string;
  readonly quantity: number;
  readonly price?: number;
  readonly spiceLevelName?: string | null;
  readonly seat?: number | null | undefined;
  readonly allergies?: unknown;
  readonly allergyCheck?:
    | (NonNullable<CheckedItem['allergyCheck']> & { readonly allergies: readonly Allergy[] })
    | undefined;
}

/** The allergies to observe for a dish. Only other seats are named, because its own seat is beside it. */
function allergyOf({ allergies, allergyCheck, seat: ownSeat }: TabItem): string {
  const stated = [...readAllergies(allergies), ...(allergyCheck?.allergies ?? [])];
  return allergyTexts(
    distinctAllergies(stated.map(({ seat, ...each }) => (seat && seat !== ownSeat ? { ...each, seat } : each))),
  );
}

function AllergyLine({ allergies }: { allergies: string }) {
  return allergies === '' ? null : (
    <b className="row gap-4 text-xs icon-16">
      <TriangleAlert /> {say`Allergy: ${allergies}`}
    </b>
  );
}

interface TabItemsProps<Item> {
  items: readonly Item[];
  order?: CheckedOrder;
  /** What can be done with a dish; pressing it opens the menu. */
  menuOf?: ((item: Item) => readonly ActionMenuItem[]) | undefined;
}

/** The dishes of a round, with seat, allergies and price. */
export function TabItems<Item extends TabItem>({ items, order, menuOf }: TabItemsProps<Item>) {
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        // Dishes of a round do not move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={item.line ?? index} className="row gap-10">
          <b className={`digits ${styles.quantity}`}>{item.quantity}</b>
          <span className="grow min-width-0 break-anywhere">
            {menuOf ? (
              <ActionMenu
                trigger={
                  <button type="button" className={`touch-height no-padding pointer ${styles.dish}`}>
                    {item.name ?? item.id}
                  </button>
                }
                items={menuOf(item)}
              />
            ) : (
              (item.name ?? item.id)
            )}{' '}
            {item.spiceLevelName && <small className="hint">{item.spiceLevelName}</small>}
            <AllergyLine allergies={allergyOf(item)} />
            <b className="block text-sm">{allergyMark(item, order)?.text}</b>
          </span>
          <SeatMark seat={item.seat} />
          <Money className="weight-600" cents={multiplyCents(centsOf(item.price ?? 0), item.quantity)} />
        </li>
      ))}
    </ul>
  );
}
