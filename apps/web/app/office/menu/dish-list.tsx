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
import { DishLine } from './dish-line.tsx';
import type { MenuView } from './menu-head.tsx';
import { categoryNamed, EDITED_MENU_KEY, menuKey, type Dish, type EditedMenu } from './menu-data.ts';
import styles from './menu.module.css';
import type { OpenDialog } from './menu-dialogs.tsx';
import { texts } from './texts.ts';

interface DishListProps {
  menu: EditedMenu;
  shown: readonly Dish[];
  now: Date;
  onOpen: (dialog: OpenDialog) => void;
  view: MenuView;
}

/** The dishes that match the filters as cards or lines, with actions for those that are selected. */
export function DishList({ menu, shown, now, onOpen, view }: DishListProps) {
  const { location, locations, dishes, categories } = menu;
  const DishView = view === 'list' ? DishLine : DishCard;
  const online = useOnline();
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set());
  const picked = dishes.filter((dish) => pickedIds.has(dish.id));
  const others = useMemo(() => locations.filter(({ id }) => id !== location.id), [locations, location.id]);
  const actions = useDishCardActions(location.id, setPickedIds, onOpen);
  const copyMenu = useCall('copyMenu', {
    doneText: ({ copied }) => (copied === 1 ? say`1 dish copied` : say`${copied} dishes copied`),
    failed: say`The menu was not copied`,
    changes: [menuKey(location.id)],
  });
  return (
    <>
      {shown.length > 0 ? (
        <ul
          className={
            view === 'list' ? `ruled round-card surface shadow-1 ${styles.lines}` : `grid gap-14 ${styles.grid}`
          }
        >
          {shown.map((dish) => (
            <li key={dish.id} className="grid">
              <DishView
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
              <Button onClick={() => onOpen({ what: 'add' })} disabledReason={online ? null : texts.addOffline}>
                {say`Add Item`}
              </Button>
              {others.map(({ id, name }) => (
                <Button
                  key={id}
                  look="quiet"
                  busy={copyMenu.isBusy}
                  onClick={() => void copyMenu.send({ fromLocationId: id, locationId: location.id })}
                >
                  {say`Copy the menu of ${name}`}
                </Button>
              ))}
              <Button look="quiet" onClick={() => onOpen({ what: 'file' })}>
                {say`From a file`}
              </Button>
            </>
          )}
        </IconState>
      )}
      <BulkActions menu={menu} picked={picked} shown={shown} onPicked={(ids) => setPickedIds(new Set(ids))} />
    </>
  );
}

/** The actions of a card. They stay the same objects, so that a card is rendered again only when its dish changes. */
function useDishCardActions(
  locationId: string,
  setPickedIds: Dispatch<SetStateAction<ReadonlySet<string>>>,
  openDialog: (dialog: OpenDialog) => void,
): DishCardActions {
  const { setAvailability, duplicate } = useMenuActions();
  // The functions are stable, the objects around them are not.
  const sendAvailability = setAvailability.send;
  const sendDuplicate = duplicate.send;
  const { actor } = useBackOffice();
  const sendShare = useCall('shareDish', {
    changes: SHARED_MENU_CHANGES,
    doneText: ({ dish: { name, soldAt } }) => say`${name} is now shared, and sold at ${soldAt}`,
    failed: say`It could not be shared with all locations.`,
  }).send;
  const sendSoldOut = useCall('markSoldOut', {
    changes: [EDITED_MENU_KEY],
    failed: say`The dish was not changed`,
  }).send;
  return useMemo<DishCardActions>(
    () => ({
      onPick: (dish, isPicked) =>
        setPickedIds((before) => new Set(isPicked ? [...before, dish.id] : [...before].filter((id) => id !== dish.id))),
      onShow: (dish, isAvailable) => void sendAvailability({ locationId, itemIds: [dish.id], isAvailable }),
      onSoldOut: ({ id: itemId }, isNowSoldOut) =>
        void sendSoldOut({ locationId, itemId, until: isNowSoldOut ? 'closing' : null }),
      onOpen: (what, dish) => openDialog({ what, dish }),
      onShare: isAdmin(actor) ? (dish) => void sendShare({ locationId, itemId: dish.id }) : undefined,
      onDuplicate: (dish, to) => void sendDuplicate({ locationId, itemId: dish.id, toLocationId: to?.id }),
    }),
    [locationId, actor, sendAvailability, sendDuplicate, sendShare, sendSoldOut, setPickedIds, openDialog],
  );
}

interface BulkActionsProps {
  menu: EditedMenu;
  picked: readonly Dish[];
  shown: readonly Dish[];
  /** Replaces the selection. */
  onPicked: (ids: readonly string[]) => void;
}

/** The bar with the actions for the selected dishes. */
function BulkActions({ menu, picked, shown, onPicked }: BulkActionsProps) {
  const online = useOnline();
  const { setAvailability } = useMenuActions();
  const [dialog, setDialog] = useState<'edit' | 'hours' | null>(null);
  const close = () => setDialog(null);
  const changeAvailability = (isAvailable: boolean) => {
    void setAvailability.send({ locationId: menu.location.id, itemIds: picked.map(({ id }) => id), isAvailable });
    onPicked([]);
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
            <Button look="ghost" onClick={() => onPicked(shown.map(({ id }) => id))}>
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
          <Button look="quiet" onClick={() => changeAvailability(false)}>
            <EyeOff />
            {say`Hide`}
          </Button>
          <Button look="quiet" onClick={() => changeAvailability(true)}>
            <Eye />
            {say`Show`}
          </Button>
          <Button look="ghost" onClick={() => onPicked([])}>
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
            onPicked([]);
          }}
        />
      )}
    </>
  );
}
