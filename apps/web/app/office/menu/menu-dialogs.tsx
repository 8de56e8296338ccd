import { moveEntry } from '@tiffin/domain/menu';
import { useState } from 'react';
import { isAdmin } from '@tiffin/domain/people';
import { say, type Language } from '@tiffin/domain/core';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { useCall } from '../../shared/api/use-call.ts';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import { CategoriesDialog } from './categories-dialog.tsx';
import { SharedDishComparison } from './shared-menu/shared-dish-dialog.tsx';
import { EditDishDialog } from './edit-dish-dialog.tsx';
import { DishHoursDialog } from './hours/dish-hours-dialog.tsx';
import { TextsDialog } from './languages/texts-dialog.tsx';
import { GroupsDialog } from './options/groups-dialog.tsx';
import { EDITED_MENU_KEY, type Dish, type EditedMenu } from './menu-data.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { PhotoProblem } from './send-photo.ts';
import { StockDialog, type DishDialogProps } from './stock-dialog.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { CheckField } from '../../ui/form-fields.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import styles from './menu.module.css';

export type DishDialogName = 'edit' | 'photo' | 'portions' | 'compare' | 'hours' | 'delete';

/** The open dialog; 'file' and 'shared' are shown instead of the menu. */
export type OpenDialog =
  | { readonly what: 'add' | 'categories' | 'arrange' | 'groups' | 'file' | 'shared' }
  | { readonly what: 'texts'; readonly language: Language }
  | { readonly what: DishDialogName; readonly dish: Dish }
  | null;

interface MenuDialogsProps {
  dialog: OpenDialog;
  menu: EditedMenu;
  /** The category the list is filtered by. */
  category: string;
  onClose: () => void;
}

/** The dialog that is open over the menu, if any. */
export function MenuDialogs({ dialog, menu, category, onClose }: MenuDialogsProps) {
  const { location, categories } = menu;
  switch (dialog?.what) {
    case 'add':
      return <EditDishDialog menu={menu} dish={null} initialCategory={category} onClose={onClose} />;
    case 'edit':
      return <EditDishDialog menu={menu} dish={dialog.dish} initialCategory={category} onClose={onClose} />;
    case 'photo':
      return <DishPhotoDialog location={location} dish={dialog.dish} onClose={onClose} />;
    case 'portions':
      return <StockDialog location={location} dish={dialog.dish} onClose={onClose} />;
    case 'hours':
      return <DishHoursDialog location={location} dishes={[dialog.dish]} onClose={onClose} />;
    case 'compare':
      return <SharedDishComparison dish={dialog.dish} menu={menu} onClose={onClose} />;
    case 'delete':
      return <DeleteDishDialog location={location} dish={dialog.dish} onClose={onClose} />;
    case 'categories':
      return <CategoriesDialog categories={categories} onClose={onClose} />;
    case 'groups':
      return <GroupsDialog onClose={onClose} />;
    case 'texts':
      return <TextsDialog location={location} language={dialog.language} onClose={onClose} />;
    case 'arrange':
      return <ArrangeDialog menu={menu} category={category} onClose={onClose} />;
    default:
      return null;
  }
}

function DeleteDishDialog({ location, dish, onClose }: DishDialogProps) {
  const { remove } = useMenuActions();
  return (
    <ConfirmDialog
      title={say`Delete ${dish.name}?`}
      description={say`Are you sure you want to delete this item?`}
      confirmLabel={say`Delete`}
      look="danger-solid"
      onConfirm={() => {
        void remove.send({ locationId: location.id, itemId: dish.id });
        onClose();
      }}
      onCancel={onClose}
    >
      <p className="soft">{say`It is removed from the menu for good. Past orders keep it.`}</p>
    </ConfirmDialog>
  );
}

/** The photo of a dish on the menu. Saving shows it to guests at once. */
function DishPhotoDialog({ location, dish, onClose }: DishDialogProps) {
  const { update } = useMenuActions();
  const remove = useCall('deleteMenuImage', { changes: [EDITED_MENU_KEY] });
  const target = { locationId: location.id, itemId: dish.id };
  return (
    <PhotoDialog
      title={say`Photo of ${dish.name}`}
      dish={dish}
      target={target}
      onPhoto={async (image) => {
        const saved =
          image === null
            ? await remove.send({ ...target, imageUrl: dish.image ?? '' })
            : await update.send({ ...target, updates: { image } });
        if (saved === null)
          throw new PhotoProblem(image === null ? say`Failed to delete image` : say`Failed to update photo`);
        toast.success(image === null ? say`Photo removed` : say`Photo saved`);
      }}
      onClose={onClose}
    />
  );
}

interface ArrangeDialogProps {
  menu: EditedMenu;
  category: string;
  onClose: () => void;
}

/** Sorts the dishes of a category; each move is saved at once. */
function ArrangeDialog({ menu: { location, locations, dishes, categories }, category, onClose }: ArrangeDialogProps) {
  const { reorder } = useMenuActions();
  const { actor } = useBackOffice();
  const nonEmpty = categories.filter(({ id }) => dishes.some((dish) => dish.category === id));
  const [chosen, setChosen] = useState(() => nonEmpty.find(({ id }) => id === category)?.id ?? nonEmpty[0]?.id ?? '');
  const [everywhere, setEverywhere] = useState(false);
  const chosenDishes = dishes.filter((dish) => dish.category === chosen);
  return (
    <Dialog
      onClose={onClose}
      title={say`Arrange the Menu`}
      description={say`Guests read the menu in this order.`}
      footer={<Button onClick={onClose}>{say`Done`}</Button>}
    >
      <Field label={say`Category`} className={styles.which ?? ''}>
        <Select value={chosen} onValue={setChosen}>
          <NamedOptions options={nonEmpty} />
        </Select>
      </Field>
      {isAdmin(actor) && locations.length > 1 && (
        <CheckField
          label={say`At all locations`}
          hint={say`Dishes that other locations also sell appear in this order there.`}
          value={everywhere}
          onValue={setEverywhere}
        />
      )}
      {chosenDishes.length === 0 && <p className="soft">{say`No items in this category yet.`}</p>}
      <SortableList
        label={say`Dishes`}
        entries={chosenDishes.map(({ id, name, price }) => ({
          id,
          name,
          content: (
            <span className="row between gap-12 min-width-0">
              <b>{name}</b>
              <Money cents={price} className="soft" />
            </span>
          ),
        }))}
        onMove={(from, to) =>
          void reorder.send({
            locationId: location.id,
            category: chosen,
            itemIds: moveEntry(chosenDishes, from, to).map(({ id }) => id),
            everywhere: everywhere || undefined,
          })
        }
      />
    </Dialog>
  );
}
