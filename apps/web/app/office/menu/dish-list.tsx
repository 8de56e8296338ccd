import { useMemo, useState, type Dispatch, type SetStateAction } from 'react';
import { Clock, CookingPot, Eye, EyeOff, Pencil } from 'lucide-react';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { Button } from '../../ui/button.tsx';
import { IconState } from '../../ui/states.tsx';
import { useMenuActions } from './actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { SHARED_MENU_CHANGES } from './shared-menu/shared-menu-data.ts';
import { DishHoursDialog } from './hours/dish-hours-dialog.tsx';
import { DishCard, type DishCardActions } from './dish-card.tsx';
import { categoryNamed, menuKey, type Dish, type EditedMenu } from './menu-data.ts';
import styles from './menu.module.css';
import type { OpenDialog } from './menu-dialogs.tsx';
import { texts } from './texts.ts';

interface DishListProps {
  menu: EditedMenu;
  shown: readonly Dish[];
  now: Date;
  onOver: (over: OpenDialog) => void;
}

export function DishList({ menu, shown, now, onOver }: DishListProps) {
  const { location, places, dishes, categories } = menu;
  const online = useOnline();
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set());
  const picked = dishes.filter((dish) => pickedIds.has(dish.id));
  const others = useMemo(() => places.filter((other) => other.id !== location.id), [places, location.id]);
  const actions = useDishCardActions(location.id, setPickedIds, onOver);
  const copy = useCall('copyMenu', {
    done: ({ copied }) => (copied === 1 ? say`1 dish copied` : say`${copied} dishes copied`),
    failed: say`The menu was not copied`,
    changes: [menuKey(location.id)],
  });
  return (
    <>
      {shown.length > 0 ? (
        <ul className={`grid gap-14 ${styles.grid}`}>
          {shown.map((dish) => (
            <li key={dish.id} className="grid">
              <DishCard
                dish={dish}
                zone={location.timeZone}
                category={categoryNamed(dish.category, categories)}
                otherLocations={others}
                picked={pickedIds.has(dish.id)}
                now={now}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      ) : (
        <IconState
          title={say`No menu items found`}
          text={
            dishes.length === 0 ? say`Start by adding your first menu item` : say`Try adjusting your search or filters`
          }
          icon={<CookingPot />}
        >
          {dishes.length === 0 && (
            <>
              <Button onClick={() => onOver({ what: 'add' })} disabledReason={online ? null : texts.addOffline}>
                {say`Add Item`}
              </Button>
              {others.map(({ id, name }) => (
                <Button
                  key={id}
                  look="quiet"
                  busy={copy.isBusy}
                  onClick={() => void copy.send({ fromLocationId: id, locationId: location.id })}
                >
                  {say`Copy the menu of ${name}`}
                </Button>
              ))}
              <Button look="quiet" onClick={() => onOver({ what: 'file' })}>
                {say`From a file`}
              </Button>
            </>
          )}
        </IconState>
      )}
      <BulkActions menu={menu} picked={picked} shown={shown} onPick={(ids) => setPickedIds(new Set(ids))} />
    </>
  );
}

/** The actions of a card. They stay the same objects, so that a card is rendered again only when its dish changes. */
function useDishCardActions(
  locationId: string,
  setPickedIds: Dispatch<SetStateAction<ReadonlySet<string>>>,
  onOver: (over: OpenDialog) => void,
): DishCardActions {
  const { setAvailability, duplicate } = useMenuActions();
  const show = setAvailability.send;
  const copy = duplicate.send;
  const { actor } = useBackOffice();
  const share = useCall('shareDish', {
    changes: SHARED_MENU_CHANGES,
    done: ({ dish: { name, soldAt } }) => say`${name} is now shared, and sold at ${soldAt}`,
    failed: say`It could not be shared with all locations.`,
  }).send;
  return useMemo<DishCardActions>(
    () => ({
      onPick: (dish, isPicked) =>
        setPickedIds((before) => new Set(isPicked ? [...before, dish.id] : [...before].filter((id) => id !== dish.id))),
      onShow: (dish, isAvailable) => void show({ locationId, itemIds: [dish.id], isAvailable }),
      onOpen: (what, dish) => onOver({ what, dish }),
      ...(isAdmin(actor) && { onShare: (dish) => void share({ locationId, itemId: dish.id }) }),
      onDuplicate: (dish, to) => void copy({ locationId, itemId: dish.id, ...(to && { toLocationId: to.id }) }),
    }),
    [locationId, actor, show, copy, share, setPickedIds, onOver],
  );
}

interface BulkActionsProps {
  menu: EditedMenu;
  picked: readonly Dish[];
  shown: readonly Dish[];
  onPick: (ids: readonly string[]) => void;
}

function BulkActions({ menu, picked, shown, onPick }: BulkActionsProps) {
  const online = useOnline();
  const { setAvailability } = useMenuActions();
  const [dialog, setDialog] = useState<'edit' | 'hours' | null>(null);
  const close = () => setDialog(null);
  const show = (isAvailable: boolean) => {
    void setAvailability.send({ locationId: menu.location.id, itemIds: picked.map(({ id }) => id), isAvailable });
    onPick([]);
  };
  return (
    <>
      {picked.length > 0 && (
        <section
          className={`row flex-wrap gap-8 round-md surface ${styles.afloat} ${styles.bar}`}
          aria-label={say`Selected items`}
        >
          <b role="status">{picked.length === 1 ? say`1 item selected` : say`${picked.length} items selected`}</b>
          {picked.length < shown.length && (
            <Button look="ghost" onClick={() => onPick(shown.map(({ id }) => id))}>
              {say`Select all ${shown.length}`}
            </Button>
          )}
          <span className="grow" />
          <Button
            look="quiet"
            onClick={() => setDialog('edit')}
            disabledReason={online ? null : say`Several dishes can be changed once the connection is back.`}
          >
            <Pencil />
            {say`Edit…`}
          </Button>
          <Button
            look="quiet"
            onClick={() => setDialog('hours')}
            disabledReason={online ? null : say`The hours of dishes can be changed once the connection is back.`}
          >
            <Clock />
            {say`Hours…`}
          </Button>
          <Button look="quiet" onClick={() => show(false)}>
            <EyeOff />
            {say`Hide`}
          </Button>
          <Button look="quiet" onClick={() => show(true)}>
            <Eye />
            {say`Show`}
          </Button>
          <Button look="ghost" onClick={() => onPick([])}>
            {say`Clear`}
          </Button>
        </section>
      )}
      {dialog === 'hours' && <DishHoursDialog location={menu.location} dishes={picked} onClose={close} />}
      {dialog === 'edit' && (
        <BulkDialog
          menu={menu}
          dishes={picked}
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
