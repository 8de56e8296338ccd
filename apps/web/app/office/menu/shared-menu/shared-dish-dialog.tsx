import { useState } from 'react';
import { toDollars, say } from '@tiffin/domain/core';
import type { SharedDishField } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { conflictingVersion } from '../../../shared/live/event-payload.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EditDialog } from '../../../ui/form-fields.tsx';
import { centsOf, formatMoney, joinNames } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { useForm } from '../../../ui/use-form.ts';
import { dishForm } from '../dish-codec.ts';
import { DishFields } from '../dish-inputs.tsx';
import type { Category, EditableLocation, Dish } from '../menu-data.ts';
import { SharedDishAtLocations } from './dish-at-locations.tsx';
import { useSharedMenuActions, type SharedDish, useSharedMenu } from './shared-menu-data.ts';
import { MissingDish } from '../missing-dish.tsx';

const reachText = (reached: readonly string[], stored: readonly string[]) =>
  stored.length > 0
    ? say`Your changes apply to ${joinNames(reached)}, not to ${joinNames(stored)}.`
    : say`Your changes apply to ${joinNames(reached)}.`;

interface ChainDialogProps {
  dish: SharedDish;
  places: readonly EditableLocation[];
  categories: readonly Category[];
  onClose: () => void;
}

/** A shared dish and what each location changes. Admins edit it; managers can reset their locations. */
export function SharedDishDialog(props: ChainDialogProps) {
  const { actor } = useBackOffice();
  return isAdmin(actor) ? <EditChainDish {...props} /> : <LookAtChainDish {...props} />;
}

function LookAtChainDish({ dish, places, onClose }: ChainDialogProps) {
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={say`${dish.name}, for all locations`}
      description={`${formatMoney(centsOf(dish.price))}. ${dish.description}`}
      footer={<Button onClick={onClose}>{say`Done`}</Button>}
    >
      <SharedDishAtLocations dish={dish} places={places} />
    </Dialog>
  );
}

/** Fills the dish form. Fields that only a location sets are hidden. */
const asDish = (dish: SharedDish) => ({
  ...dish,
  price: toDollars(centsOf(dish.price)),
  isTodaysSpecial: false,
  specialStartDate: null,
  specialEndDate: null,
  optionGroups: [],
});

function EditChainDish({ dish, places, categories, onClose }: ChainDialogProps) {
  const online = useOnline();
  const { update } = useSharedMenuActions();
  const [onSale, setOnSale] = useState(dish.isAvailable);
  const form = useForm(dishForm, asDish(dish), {
    save: async ({ updates, base }) => {
      if (!base) return;
      const {
        isTodaysSpecial: _its,
        specialStartDate: _own,
        specialEndDate: _days,
        optionGroups: _at,
        ...otherUpdates
      } = updates;
      const all = { ...otherUpdates, ...(onSale !== base.isAvailable && { isAvailable: onSale }) };
      if (Object.keys(all).length > 0) {
        const saved = await update.mutateAsync({ chainId: base.id, updates: all, version: base.version });
        toast.success(say`${saved.dish.name} saved for all locations`);
      }
      onClose();
    },
    savedMeanwhile: (error) => {
      const savedDish = conflictingVersion<SharedDish>(error, 'dish', 'version');
      return savedDish && asDish(savedDish);
    },
    refused: (error) => errorTextOrServerMessage(error, [400, 404]),
  });
  const changed = [
    ...(Object.keys(form.updates) as SharedDishField[]),
    ...(onSale === dish.isAvailable ? [] : ['isAvailable' as const]),
  ];
  return (
    <EditDialog
      className="stack gap-16"
      form={form}
      title={say`${dish.name}, for all locations`}
      cancel={say`Cancel`}
      save={say`Save for All Locations`}
      failed={say`The dish could not be saved.`}
      conflict={say`Somebody else changed this dish in the meantime`}
      onClose={onClose}
      before={
        <>
          <SharedDishAtLocations dish={dish} places={places} />
          {changed.length > 0 && <Reach dish={dish} places={places} changed={changed} />}
          {!online && <Banner tone="warn">{say`The dish could not be saved.`}</Banner>}
        </>
      }
    >
      <DishFields
        form={form}
        location={null}
        categories={categories}
        available={{ value: onSale, onValue: setOnSale }}
      />
    </EditDialog>
  );
}

/** Which locations a change affects, shown before saving. */
function Reach({
  dish,
  places,
  changed,
}: Pick<ChainDialogProps, 'dish' | 'places'> & { changed: readonly SharedDishField[] }) {
  const nameOf = (id: string) => places.find((place) => place.id === id)?.name ?? id;
  const keeps = dish.places.filter(({ own }) => changed.every((field) => own.includes(field)));
  const reached = dish.places.filter((place) => !keeps.includes(place));
  const names = (list: typeof keeps) => list.map(({ locationId }) => nameOf(locationId));
  return (
    <Banner>
      {reached.length > 0
        ? reachText(names(reached), names(keeps))
        : say`Your changes apply to no location: ${joinNames(names(keeps))} has its own version.`}
    </Banner>
  );
}

/** Compares a location's dish with the shared dish. */
export function SharedDishComparison({
  dish: { name, chainId },
  places,
  categories,
  onClose,
}: {
  dish: Dish;
  places: readonly EditableLocation[];
  categories: readonly Category[];
  onClose: () => void;
}) {
  const chain = useSharedMenu();
  const dish = chain.data?.find(({ id }) => id === chainId);
  if (dish) return <SharedDishDialog dish={dish} places={places} categories={categories} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={say`${name}, for all locations`}>
      <MissingDish
        query={chain}
        isFailed={chain.isError || chain.data !== undefined}
        labels={{
          loadFailed: say`The menu of all locations could not be loaded`,
          tryAgain: say`Try Again`,
          loading: say`Loading the menu of all locations`,
        }}
        height={160}
      />
    </Dialog>
  );
}
