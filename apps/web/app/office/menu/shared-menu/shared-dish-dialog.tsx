import { useState } from 'react';
import { toDollars } from '@tiffin/domain/core';
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
import { centsOf, formatMoney } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { useForm } from '../../../ui/use-form.ts';
import { dishForm } from '../dish-codec.ts';
import { DishFields } from '../dish-inputs.tsx';
import type { Category, EditableLocation, Dish } from '../menu-data.ts';
import { SharedDishAtLocations } from './dish-at-locations.tsx';
import { useSharedMenuActions, type SharedDish, useSharedMenu } from './shared-menu-data.ts';
import { texts } from './texts.ts';
import { MissingDish } from '../missing-dish.tsx';

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
      title={texts.dialog(dish.name)}
      description={`${formatMoney(centsOf(dish.price))}. ${dish.description}`}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
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
        toast.success(texts.saved(saved.dish.name));
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
      title={texts.dialog(dish.name)}
      cancel={texts.cancel}
      save={texts.save}
      failed={texts.failed}
      conflict={texts.conflict}
      onClose={onClose}
      before={
        <>
          <SharedDishAtLocations dish={dish} places={places} />
          {changed.length > 0 && <Reach dish={dish} places={places} changed={changed} />}
          {!online && <Banner tone="warn">{texts.failed}</Banner>}
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
    <Banner>{reached.length > 0 ? texts.reach(names(reached), names(keeps)) : texts.reachesNone(names(keeps))}</Banner>
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
    <Dialog open onClose={onClose} title={texts.dialog(name)}>
      <MissingDish query={chain} isFailed={chain.isError || chain.data !== undefined} labels={texts} height={160} />
    </Dialog>
  );
}
