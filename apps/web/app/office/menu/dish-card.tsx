import { memo, type ReactNode } from 'react';
import {
  Clock,
  Columns2,
  Copy,
  CopyPlus,
  Eye,
  EyeOff,
  Flame,
  Hash,
  Image,
  Leaf,
  Ellipsis,
  Pencil,
  Star,
  Trash2,
} from 'lucide-react';
import { isSoldOut, isSpecialAt, soldOutText } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { Money } from '../../ui/money.tsx';
import type { Dish, EditableLocation } from './menu-data.ts';
import type { DishDialogName } from './menu-dialogs.tsx';
import { centsOf, formatDay, formatMoney } from '../../ui/format.ts';
import { texts } from './texts.ts';
import styles from './menu.module.css';

export interface DishCardActions {
  readonly onPick: (dish: Dish, isPicked: boolean) => void;
  readonly onShow: (dish: Dish, isAvailable: boolean) => void;
  /** Until closing time, as on the board, or back on sale. */
  readonly onSoldOut: (dish: Dish, isSoldOut: boolean) => void;
  readonly onOpen: (what: DishDialogName, dish: Dish) => void;
  /** Copies a dish to another location, or to the same one (null). */
  readonly onDuplicate: (dish: Dish, to: EditableLocation | null) => void;
  /** Only for admins. */
  readonly onShare?: (dish: Dish) => void;
}

export interface DishCardProps {
  dish: Dish;
  zone: string;
  category: string;
  /** The other locations this person manages, to copy a dish to. */
  otherLocations: readonly EditableLocation[];
  picked: boolean;
  now: Date;
  actions: DishCardActions;
}

/** The approximate width of a card, from which the browser picks an image size. */
const PICTURE_SIZES = '(min-width: 768px) 320px, 92vw';

/** A dish of the edited menu. Pages show hundreds, so a card is rendered again only when its properties change. */
export const DishCard = memo(function DishCard(props: DishCardProps) {
  const { dish, zone, category, picked, now, actions } = props;
  return (
    <article
      className={classNames(
        'column clip round-md surface shadow-1',
        !dish.isAvailable && styles.hidden,
        picked && styles.picked,
      )}
      aria-label={dish.name}
    >
      <div className={`relative clip ${styles.picture}`}>
        <DishPicture dish={dish} sizes={PICTURE_SIZES} className="full-height" />
        {!(dish.image ?? dish.art) && (
          <span className={`center full-height sunken faint ${styles.noPicture}`}>
            <Image />
          </span>
        )}
        <SpecialBadge dish={dish} zone={zone} now={now} />
        <Checkbox
          className={`absolute justify-center ${styles.pick}`}
          label={<span className="sr-only">{say`Select ${dish.name}`}</span>}
          checked={picked}
          onChange={(event) => actions.onPick(dish, event.target.checked)}
        />
      </div>
      <div className={`grow grid content-start gap-4 ${styles.dishWords}`}>
        <h2 className="flex between gap-12 text-sm">
          <span>{dish.name}</span>
          <Money cents={dish.price} />
        </h2>
        {dish.nextPrice != null && dish.nextPriceFrom != null && (
          <p className="hint">{say`${formatMoney(centsOf(dish.nextPrice))} from ${formatDay(dish.nextPriceFrom)}`}</p>
        )}
        <p className={`clip text-sm leading-140 soft ${styles.text}`}>{dish.description}</p>
        <div className="flex flex-wrap gap-6 above-6">
          <AvailabilityBadges dish={dish} zone={zone} now={now} />
          <Badge>{category}</Badge>
          {dish.isPopular && <Badge icon={<Star />}>{say`Popular`}</Badge>}
          <DietBadge dish={dish} />
          <Heat level={dish.spiceLevel} />
        </div>
      </div>
      <CardButtons {...props} />
    </article>
  );
});

export function CardButtons(props: DishCardProps) {
  const { dish, now, actions } = props;
  const soldOut = soldOutEnd(dish, now) !== null;
  return (
    <div className={`row gap-2 ${styles.actions}`}>
      <Button
        look="ghost"
        aria-label={dish.isAvailable ? say`Hide ${dish.name}` : say`Show ${dish.name}`}
        onClick={() => actions.onShow(dish, !dish.isAvailable)}
      >
        {dish.isAvailable ? <EyeOff /> : <Eye />}
        {dish.isAvailable ? say`Hide` : say`Show`}
      </Button>
      {dish.isAvailable && (
        <Button look="ghost" size="sm" onClick={() => actions.onSoldOut(dish, !soldOut)}>
          {soldOut ? say`Back on sale` : say`Sold out`} <span className="sr-only">{dish.name}</span>
        </Button>
      )}
      <IconButton label={say`Edit ${dish.name}`} onClick={() => actions.onOpen('edit', dish)}>
        <Pencil />
      </IconButton>
      <IconButton label={say`Photo of ${dish.name}`} onClick={() => actions.onOpen('photo', dish)}>
        <Image />
      </IconButton>
      <ActionMenu
        trigger={
          <IconButton label={say`More for ${dish.name}`}>
            <Ellipsis />
          </IconButton>
        }
        items={menuItems(props)}
      />
    </div>
  );
}

function menuItems(props: DishCardProps): ActionMenuItem[] {
  const { dish, otherLocations } = props;
  const { onOpen, onDuplicate } = props.actions;
  return [
    { id: 'duplicate', label: say`Duplicate`, icon: <Copy />, onSelect: () => onDuplicate(dish, null) },
    ...otherLocations.map((other) => ({
      id: other.id,
      label: say`Copy to ${other.name}`,
      icon: <CopyPlus />,
      onSelect: () => onDuplicate(dish, other),
    })),
    'line',
    { id: 'portions', label: say`Portions left…`, icon: <Hash />, onSelect: () => onOpen('portions', dish) },
    { id: 'hours', label: say`When it is sold…`, icon: <Clock />, onSelect: () => onOpen('hours', dish) },
    ...sharedDishItems(props),
    { id: 'delete', label: say`Delete`, icon: <Trash2 />, danger: true, onSelect: () => onOpen('delete', dish) },
  ];
}

/** A shared dish can be compared with other locations; another dish can become a shared one. */
function sharedDishItems({ dish, otherLocations, actions }: DishCardProps): ActionMenuItem[] {
  const { onOpen, onShare } = actions;
  const icon = <Columns2 />;
  if (dish.chainId)
    return [{ id: 'compare', label: say`Compare with all locations`, icon, onSelect: () => onOpen('compare', dish) }];
  if (!onShare || otherLocations.length === 0) return [];
  return [{ id: 'share', label: say`Share with all locations`, icon, onSelect: () => onShare(dish) }];
}

/** Until when the dish is sold out; null if it is not. */
function soldOutEnd({ soldOutUntil }: Dish, now: Date): Date | null {
  const end = soldOutUntil === null ? null : new Date(soldOutUntil);
  return isSoldOut(end, now) ? end : null;
}

interface AvailabilityProps {
  dish: Dish;
  zone: string;
  now: Date;
  /** Shown for a dish that is neither hidden nor sold out. */
  whenOnSale?: ReactNode;
}

/** Whether guests can order the dish. */
export function AvailabilityBadges({ dish, zone, now, whenOnSale }: AvailabilityProps) {
  const end = soldOutEnd(dish, now);
  const soldOut = end && soldOutText(end, now, zone);
  return (
    <>
      {!dish.isAvailable && (
        <Badge tone="warn" icon={<EyeOff />}>
          {say`Hidden`}
        </Badge>
      )}
      {soldOut !== null && <Badge tone="warn">{soldOut}</Badge>}
      {dish.isAvailable && soldOut === null && whenOnSale}
    </>
  );
}

function SpecialBadge({ dish, zone, now }: { dish: Dish; zone: string; now: Date }) {
  const { isTodaysSpecial, specialStartDate: start, specialEndDate: end } = dish;
  if (!isTodaysSpecial || start === null || end === null) return null;
  const isOn = isSpecialAt(dish, now, zone);
  return (
    <span className={`inline-row absolute gap-6 round-sm on-brand text-xs weight-600 ${styles.special}`}>
      <Star />
      {isOn
        ? say`Today's Special, to ${formatDay(end, 'day-month')}`
        : say`Special from ${formatDay(start, 'day-month')}`}
    </span>
  );
}

function DietBadge({ dish }: { dish: Dish }) {
  const diet = dish.isVegan ? say`Vegan` : dish.isVegetarian ? say`Vegetarian` : null;
  return (
    <>
      {diet !== null && (
        <Badge tone="ok" icon={<Leaf />}>
          {diet}
        </Badge>
      )}
      {dish.isGlutenFree && <Badge tone="ok">{say`Gluten-free`}</Badge>}
    </>
  );
}

const FLAME_COUNTS = { none: 0, mild: 1, medium: 2, hot: 3 } as const;

/** One to three flames with the word; nothing for a dish without heat. */
function Heat({ level }: { level: Dish['spiceLevel'] }) {
  if (level === 'none') return null;
  return (
    <Badge>
      <span className={`inline-row ${styles.flames}`} aria-hidden="true">
        {[1, 2, 3].map((flame) => {
          const isLit = flame <= FLAME_COUNTS[level];
          return <Flame key={flame} fill={isLit ? 'currentColor' : 'none'} className={isLit ? '' : styles.out} />;
        })}
      </span>
      {texts.heat[level]}
    </Badge>
  );
}
