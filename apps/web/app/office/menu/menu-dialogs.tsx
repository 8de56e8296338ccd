import { type MenuFilter, inMenuOrder, moveEntry } from '@tiffin/domain/menu';
import { useState } from 'react';
import { isAdmin } from '@tiffin/domain/people';
import { uploadNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { useCall } from '../../shared/api/use-call.ts';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import { CategoriesDialog } from './categories-dialog.tsx';
import { SharedDishComparison } from './shared-menu/shared-dish-dialog.tsx';
import { DishDialog } from './dish-dialog.tsx';
import { DishHoursDialog } from './hours/dish-hours-dialog.tsx';
import type { Language } from './languages/texts-data.ts';
import { TextsDialog } from './languages/texts-dialog.tsx';
import { GroupsDialog } from './options/groups-dialog.tsx';
import { EDITED_MENU_KEY, type Category, type Dish, type EditableLocation } from './menu-data.ts';
import { texts } from './texts.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import styles from './menu.module.css';

/**
 * The open dialog of the menu page: a dish's form or photo, the delete confirmation, categories, their order, or option
 * groups.
 */
export type OpenDialog =
  | { readonly what: 'add' | 'categories' | 'arrange' | 'groups' | 'file' | 'chain' | 'review' }
  | { readonly what: 'texts'; readonly language: Language }
  | { readonly what: 'edit' | 'photo' | 'portions' | 'compare' | 'hours' | 'delete'; readonly dish: Dish }
  | null;

export function MenuDialogs({
  over,
  onClose,
  location,
  places,
  dishes,
  categories,
  filter,
}: {
  over: OpenDialog;
  onClose: () => void;
  location: EditableLocation;
  places: readonly EditableLocation[];
  dishes: readonly Dish[];
  categories: readonly Category[];
  filter: MenuFilter;
}) {
  return (
    <>
      {(over?.what === 'add' || over?.what === 'edit') && (
        <DishDialog
          place={location}
          categories={categories}
          dish={over.what === 'edit' ? over.dish : null}
          initialCategory={filter.category}
          onClose={onClose}
        />
      )}
      {over?.what === 'photo' && <DishPhotoDialog place={location} dish={over.dish} onClose={onClose} />}
      {over?.what === 'portions' && <StockDialog place={location} dish={over.dish} onClose={onClose} />}
      {over?.what === 'hours' && <DishHoursDialog location={location} dishes={[over.dish]} onClose={onClose} />}
      {over?.what === 'compare' && (
        <SharedDishComparison dish={over.dish} places={places} categories={categories} onClose={onClose} />
      )}
      {over?.what === 'categories' && <CategoriesDialog categories={categories} onClose={onClose} />}
      {over?.what === 'groups' && <GroupsDialog onClose={onClose} />}
      {over?.what === 'texts' && <TextsDialog location={location} language={over.language} onClose={onClose} />}
      {over?.what === 'arrange' && (
        <ArrangeDialog
          place={location}
          places={places}
          dishes={dishes}
          categories={categories}
          filter={filter}
          onClose={onClose}
        />
      )}
      {over?.what === 'delete' && <DeleteDishDialog place={location} dish={over.dish} onClose={onClose} />}
    </>
  );
}

/** Asks before a dish is deleted. */
function DeleteDishDialog({ place, dish, onClose }: { place: EditableLocation; dish: Dish; onClose: () => void }) {
  const { remove } = useMenuActions();
  return (
    <ConfirmDialog
      open
      title={say`Delete ${dish.name}?`}
      description={say`Are you sure you want to delete this item?`}
      confirmLabel={say`Delete`}
      cancelLabel={say`Cancel`}
      look="danger-solid"
      onConfirm={() => {
        void remove.send({ locationId: place.id, itemId: dish.id });
        onClose();
      }}
      onCancel={onClose}
    >
      <p className="soft">{say`It is removed from the menu for good. Past orders keep it.`}</p>
    </ConfirmDialog>
  );
}

/** The photo of a dish on the menu. Saving shows it to guests at once. */
function DishPhotoDialog({ place, dish, onClose }: { place: EditableLocation; dish: Dish; onClose: () => void }) {
  const { update } = useMenuActions();
  const removePhoto = useCall('deleteMenuImage', { changes: [EDITED_MENU_KEY] });
  const { image } = dish;
  const at = { locationId: place.id, itemId: dish.id };
  const report = (isDone: boolean, success: string, failure: string) => {
    if (isDone) toast.success(success);
    return isDone ? null : failure;
  };
  return (
    <PhotoDialog
      title={say`Photo of ${dish.name}`}
      dish={dish}
      target={at}
      onClose={onClose}
      onUse={async (url) =>
        report(
          (await update.send({ ...at, updates: { image: url } })) !== null,
          say`Photo saved`,
          uploadNotices.updateFailed,
        )
      }
      {...(image !== null && {
        onRemove: async () =>
          report(
            (await removePhoto.send({ ...at, imageUrl: image })) !== null,
            say`Photo removed`,
            uploadNotices.deleteFailed,
          ),
      })}
    />
  );
}

interface ArrangeDialogProps {
  place: EditableLocation;
  places: readonly EditableLocation[];
  dishes: readonly Dish[];
  categories: readonly Category[];
  filter: MenuFilter;
  onClose: () => void;
}

/** Sorts the dishes of a category; each move is saved at once. */
function ArrangeDialog({ place, places, dishes, categories, filter, onClose }: ArrangeDialogProps) {
  const { reorder } = useMenuActions();
  const filled = categories.filter((category) => dishes.some((dish) => dish.category === category.id));
  const [chosen, setChosen] = useState(
    () => filled.find((category) => category.id === filter.category)?.id ?? filled[0]?.id ?? '',
  );
  const { actor } = useBackOffice();
  const [everywhere, setEverywhere] = useState(false);
  const own = inMenuOrder(dishes, categories).filter((dish) => dish.category === chosen);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.arranging.title}
      description={texts.arranging.text}
      footer={<Button onClick={onClose}>{texts.arranging.done}</Button>}
    >
      <Field label={texts.arranging.which} className={styles.which ?? ''}>
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {filled.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {isAdmin(actor) && places.length > 1 && (
        <Checkbox
          label={texts.arranging.everywhere}
          hint={texts.arranging.everywhereHint}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.target.checked)}
        />
      )}
      {own.length === 0 ? (
        <p className="soft">{texts.arranging.none}</p>
      ) : (
        <DishOrder
          dishes={own}
          onMove={(from, to) =>
            void reorder.send({
              locationId: place.id,
              category: chosen,
              itemIds: moveEntry(own, from, to).map((dish) => dish.id),
              ...(everywhere && { everywhere }),
            })
          }
        />
      )}
    </Dialog>
  );
}

function DishOrder({ dishes, onMove }: { dishes: readonly Dish[]; onMove: (from: number, to: number) => void }) {
  return (
    <SortableList
      label={texts.arranging.dishes}
      texts={texts.arranging}
      entries={dishes.map((dish) => ({
        id: dish.id,
        name: dish.name,
        content: (
          <span className="row between gap-12 min-width-0">
            <b>{dish.name}</b>
            <Money cents={dish.price} className="soft" />
          </span>
        ),
      }))}
      onMove={onMove}
    />
  );
}
