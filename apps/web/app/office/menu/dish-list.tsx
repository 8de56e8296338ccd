import { useMemo, useState, type Dispatch, type SetStateAction } from 'react';
import { Clock, CookingPot, Eye, EyeOff, Pencil } from 'lucide-react';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { Button } from '../../ui/button.tsx';
import { IconState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useSharedMenuActions } from './shared-menu/shared-menu-data.ts';
import { DishHoursDialog } from './hours/dish-hours-dialog.tsx';
import { DishCard, type DishCardActions } from './dish-card.tsx';
import { categoryNamed, type Category, type Dish, type EditableLocation } from './menu-data.ts';
import styles from './menu.module.css';
import type { OpenDialog } from './menu-dialogs.tsx';
import { texts } from './texts.ts';

/** The filtered dishes with their actions, and with bulk actions. */
export function DishList({
  location,
  places,
  dishes,
  shown,
  categories,
  now,
  onOver,
}: {
  location: EditableLocation;
  places: readonly EditableLocation[];
  dishes: readonly Dish[];
  shown: readonly Dish[];
  categories: readonly Category[];
  now: Date;
  onOver: (over: OpenDialog) => void;
}) {
  const online = useOnline();
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set());
  const picked = dishes.filter((dish) => pickedIds.has(dish.id));
  const others = useMemo(() => places.filter((other) => other.id !== location.id), [places, location.id]);
  const actions = useDishCardActions(location, places.length, setPickedIds, onOver);
  return (
    <>
      {shown.length === 0 ? (
        <EmptyList isMenuEmpty={dishes.length === 0} online={online} onOver={onOver} />
      ) : (
        <ul className={`grid gap-14 ${styles.grid}`}>
          {shown.map((dish) => (
            <li key={dish.id} className="grid">
              <DishCard
                dish={dish}
                location={location}
                category={categoryNamed(dish.category, categories)}
                otherLocations={others}
                picked={pickedIds.has(dish.id)}
                now={now}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      )}
      <BulkActions
        place={location}
        picked={picked}
        shown={shown}
        categories={categories}
        onPick={(ids) => setPickedIds(new Set(ids))}
      />
    </>
  );
}

/** The actions of a card. They stay the same objects, so that a card is rendered again only when its dish changes. */
function useDishCardActions(
  place: EditableLocation,
  placeCount: number,
  setPickedIds: Dispatch<SetStateAction<ReadonlySet<string>>>,
  onOver: (over: OpenDialog) => void,
): DishCardActions {
  const { setAvailability, duplicate } = useMenuActions();
  const show = setAvailability.send;
  const copy = duplicate.send;
  const { actor } = useBackOffice();
  const make = useSharedMenuActions().make.mutate;
  return useMemo<DishCardActions>(
    () => ({
      onPick: (dish, isPicked) =>
        setPickedIds((before) => new Set(isPicked ? [...before, dish.id] : [...before].filter((id) => id !== dish.id))),
      onShow: (dish, isAvailable) => void show({ locationId: place.id, itemIds: [dish.id], isAvailable }),
      onEdit: (dish) => onOver({ what: 'edit', dish }),
      onPortions: (dish) => onOver({ what: 'portions', dish }),
      onPhoto: (dish) => onOver({ what: 'photo', dish }),
      onHours: (dish) => onOver({ what: 'hours', dish }),
      onCompare: (dish) => onOver({ what: 'compare', dish }),
      ...(isAdmin(actor) &&
        placeCount > 1 && {
          onMake: (dish) =>
            make(
              { locationId: place.id, itemId: dish.id },
              {
                onSuccess: ({ dish: { name, soldAt } }) =>
                  toast.success(say`${name} is now shared, and sold at ${soldAt}`),
                onError: (error) =>
                  toast.error(say`It could not be shared with all locations.`, { description: errorText(error) }),
              },
            ),
        }),
      onDelete: (dish) => onOver({ what: 'delete', dish }),
      onDuplicate: (dish, to) =>
        void copy({ locationId: place.id, itemId: dish.id, ...(to && { toLocationId: to.id }) }),
    }),
    [place.id, placeCount, actor, show, copy, make, setPickedIds, onOver],
  );
}

function EmptyList({
  isMenuEmpty,
  online,
  onOver,
}: {
  isMenuEmpty: boolean;
  online: boolean;
  onOver: (over: OpenDialog) => void;
}) {
  return (
    <IconState
      title={say`No menu items found`}
      text={isMenuEmpty ? say`Start by adding your first menu item` : say`Try adjusting your search or filters`}
      icon={<CookingPot aria-hidden="true" />}
    >
      {isMenuEmpty && (
        <>
          <Button onClick={() => onOver({ what: 'add' })} disabledReason={online ? null : texts.addOffline}>
            {say`Add Item`}
          </Button>
          <Button look="quiet" onClick={() => onOver({ what: 'file' })}>
            {say`From a file, or from a sample menu`}
          </Button>
        </>
      )}
    </IconState>
  );
}

/** The bar with the bulk actions, and their dialogs. */
function BulkActions({
  place,
  picked,
  shown,
  categories,
  onPick,
}: {
  place: EditableLocation;
  picked: readonly Dish[];
  shown: readonly Dish[];
  categories: readonly Category[];
  onPick: (ids: readonly string[]) => void;
}) {
  const online = useOnline();
  const { setAvailability } = useMenuActions();
  const [dialog, setDialog] = useState<'edit' | 'hours' | null>(null);
  const close = () => setDialog(null);
  const idsOf = (dishes: readonly Dish[]) => dishes.map(({ id }) => id);
  return (
    <>
      {picked.length > 0 && (
        <BulkBar
          chosen={picked}
          shown={shown}
          onAll={() => onPick(idsOf(shown))}
          onClear={() => onPick([])}
          onEdit={() => setDialog('edit')}
          onHours={() => setDialog('hours')}
          editDisabled={online ? null : say`Several dishes can be changed once the connection is back.`}
          onShow={(isAvailable) => {
            void setAvailability.send({ locationId: place.id, itemIds: idsOf(picked), isAvailable });
            onPick([]);
          }}
        />
      )}
      {dialog === 'hours' && <DishHoursDialog location={place} dishes={picked} onClose={close} />}
      {dialog === 'edit' && (
        <BulkDialog
          location={place}
          dishes={picked}
          categories={categories}
          onClose={close}
          onDone={() => {
            close();
            onPick([]);
          }}
        />
      )}
    </>
  );
}

interface BulkBarProps {
  chosen: readonly Dish[];
  shown: readonly Dish[];
  onAll: () => void;
  onClear: () => void;
  onEdit: () => void;
  onHours: () => void;
  editDisabled: string | null;
  onShow: (isAvailable: boolean) => void;
}

/** The bulk actions; stays visible while scrolling. */
function BulkBar({ chosen, shown, onAll, onClear, onEdit, onHours, editDisabled, onShow }: BulkBarProps) {
  return (
    <section
      className={`row flex-wrap gap-8 round-md surface ${styles.afloat} ${styles.bar}`}
      aria-label={say`Selected items`}
    >
      <b role="status">{chosen.length === 1 ? say`1 item selected` : say`${chosen.length} items selected`}</b>
      {chosen.length < shown.length && (
        <Button look="ghost" onClick={onAll}>
          {say`Select all ${shown.length}`}
        </Button>
      )}
      <span className="grow" />
      <Button look="quiet" onClick={onEdit} disabledReason={editDisabled}>
        <Pencil aria-hidden="true" />
        {say`Edit…`}
      </Button>
      <Button
        look="quiet"
        onClick={onHours}
        disabledReason={
          editDisabled === null ? null : say`The hours of dishes can be changed once the connection is back.`
        }
      >
        <Clock aria-hidden="true" />
        {say`Hours…`}
      </Button>
      <Button look="quiet" onClick={() => onShow(false)}>
        <EyeOff aria-hidden="true" />
        {say`Hide`}
      </Button>
      <Button look="quiet" onClick={() => onShow(true)}>
        <Eye aria-hidden="true" />
        {say`Show`}
      </Button>
      <Button look="ghost" onClick={onClear}>
        {say`Clear`}
      </Button>
    </section>
  );
}
