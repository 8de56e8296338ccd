import { toDollars, say } from '@tiffin/domain/core';
import type { SharedDishField } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { useCall } from '../../../shared/api/use-call.ts';
import { conflictingVersion } from '../../../shared/live/event-payload.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Loaded } from '../../../shared/page/loaded.tsx';
import { useServerForm } from '../../../shared/page/use-record-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EditDialog } from '../../../ui/form-fields.tsx';
import { centsOf, formatMoney, joinNames } from '../../../ui/format.ts';
import { dishForm } from '../dish-codec.ts';
import { DishFields } from '../dish-inputs.tsx';
import type { Dish, EditedMenu } from '../menu-data.ts';
import { SharedDishAtLocations } from './dish-at-locations.tsx';
import { SHARED_MENU_CHANGES, useSharedMenu, type SharedDish } from './shared-menu-data.ts';

interface SharedDishDialogProps {
  dish: SharedDish;
  menu: EditedMenu;
  onClose: () => void;
}

/** A shared dish and what each location changes. Admins edit it; managers can reset their locations. */
export function SharedDishDialog(props: SharedDishDialogProps) {
  const { actor } = useBackOffice();
  const { dish, menu, onClose } = props;
  if (isAdmin(actor)) return <EditSharedDish {...props} />;
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={say`${dish.name}, for all locations`}
      description={`${formatMoney(centsOf(dish.price))}. ${dish.description}`}
      footer={<Button onClick={onClose}>{say`Done`}</Button>}
    >
      <SharedDishAtLocations dish={dish} menu={menu} />
    </Dialog>
  );
}

/** Fills the dish form. The fields that only a location sets are hidden, and never sent. */
const toFormRecord = (dish: SharedDish) => ({
  ...dish,
  price: toDollars(centsOf(dish.price)),
  nextPrice: null,
  nextPriceFrom: null,
  isTodaysSpecial: false,
  specialStartDate: null,
  specialEndDate: null,
  optionGroups: [],
});

function EditSharedDish({ dish, menu, onClose }: SharedDishDialogProps) {
  const online = useOnline();
  const update = useCall('updateSharedDish', {
    changes: SHARED_MENU_CHANGES,
    doneText: (answer) => say`${answer.dish.name} saved for all locations`,
  });
  const form = useServerForm(dishForm, {
    record: toFormRecord(dish),
    save: async ({ updates, base }) => {
      const {
        isTodaysSpecial: _isSpecial,
        specialStartDate: _start,
        specialEndDate: _end,
        optionGroups: _groups,
        nextPrice: _nextPrice,
        nextPriceFrom: _nextPriceFrom,
        ...sharedUpdates
      } = updates;
      if (base && Object.keys(sharedUpdates).length > 0)
        await update.sendOrThrow({ chainId: base.id, updates: sharedUpdates, version: base.version });
      onClose();
    },
    savedMeanwhile: (error) => {
      const savedDish = conflictingVersion<SharedDish>(error, { name: 'dish', fields: ['version'] });
      return savedDish && toFormRecord(savedDish);
    },
  });
  // The form shows only these fields, so no other can change.
  const changedFields = Object.keys(form.updates) as SharedDishField[];
  return (
    <EditDialog
      form={form}
      title={say`${dish.name}, for all locations`}
      save={say`Save for All Locations`}
      failed={say`The dish could not be saved.`}
      conflict={say`Somebody else changed this dish in the meantime`}
      onClose={onClose}
      before={
        <>
          <SharedDishAtLocations dish={dish} menu={menu} />
          {changedFields.length > 0 && <Banner>{affectedText(dish, menu, changedFields)}</Banner>}
          {!online && <Banner tone="warn">{say`The dish could not be saved.`}</Banner>}
        </>
      }
    >
      <DishFields form={form} location={null} categories={menu.categories} hasVisibility />
    </EditDialog>
  );
}

/** Which locations a change affects. One with its own version of every changed field keeps it. */
function affectedText({ places }: SharedDish, menu: EditedMenu, changed: readonly SharedDishField[]): string {
  const namesOf = (list: typeof places) =>
    joinNames(list.map(({ locationId }) => menu.locations.find(({ id }) => id === locationId)?.name ?? locationId));
  const keeps = places.filter(({ own }) => changed.every((field) => own.includes(field)));
  const reached = places.filter((each) => !keeps.includes(each));
  if (reached.length === 0) return say`Your changes apply to no location: ${namesOf(keeps)} has its own version.`;
  return keeps.length > 0
    ? say`Your changes apply to ${namesOf(reached)}, not to ${namesOf(keeps)}.`
    : say`Your changes apply to ${namesOf(reached)}.`;
}

/** The dialog of the shared dish that a location's dish belongs to. */
export function SharedDishComparison({ dish, menu, onClose }: { dish: Dish; menu: EditedMenu; onClose: () => void }) {
  const shared = useSharedMenu();
  const sharedDish = shared.data?.find(({ id }) => id === dish.chainId);
  if (sharedDish) return <SharedDishDialog dish={sharedDish} menu={menu} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={say`${dish.name}, for all locations`}>
      <Loaded
        query={shared}
        failed={say`The menu of all locations could not be loaded`}
        rows={1}
        height={160}
        level={3}
      >
        {() => <p className="soft">{say`${dish.name} is no longer shared`}</p>}
      </Loaded>
    </Dialog>
  );
}
