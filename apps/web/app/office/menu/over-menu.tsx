import type { MenuFilter } from '@tiffin/domain/menu';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { ComparedDish } from './chain/compared-dish.tsx';
import { DishDialog } from './dish-dialog.tsx';
import { DishHoursDialog } from './hours/dish-hours-dialog.tsx';
import type { Language } from './languages/texts-data.ts';
import { TextsDialog } from './languages/texts-dialog.tsx';
import { GroupsDialog } from './options/groups-dialog.tsx';
import type { Category, Dish, Place } from './menu-data.ts';
import { texts } from './texts.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { StockDialog } from './stock-dialog.tsx';

/** What lies over the menu: a dish's form or photo, the question before it is deleted, categories, their order, option groups. */
export type Over =
  | { readonly what: 'add' | 'categories' | 'arrange' | 'groups' | 'file' | 'chain' }
  | { readonly what: 'texts'; readonly language: Language }
  | { readonly what: 'edit' | 'photo' | 'portions' | 'compare' | 'hours' | 'delete'; readonly dish: Dish }
  | null;

export function OverMenu({
  over,
  onClose,
  place,
  places,
  dishes,
  categories,
  filter,
}: {
  over: Over;
  onClose: () => void;
  place: Place;
  places: readonly Place[];
  dishes: readonly Dish[];
  categories: readonly Category[];
  filter: MenuFilter;
}) {
  const { remove } = useMenuActions();

  async function deleteDish(dish: Dish) {
    onClose();
    remove.mutate(
      { locationId: place.id, itemId: dish.id },
      { onSuccess: () => toast.success(texts.done.deleted(dish.name)) },
    );
  }

  return (
    <>
      {(over?.what === 'add' || over?.what === 'edit') && (
        <DishDialog
          place={place}
          categories={categories}
          dish={over.what === 'edit' ? over.dish : null}
          presentCategory={filter.category}
          onClose={onClose}
        />
      )}
      {over?.what === 'photo' && <DishPhotoDialog place={place} dish={over.dish} onClose={onClose} />}
      {over?.what === 'portions' && <StockDialog place={place} dish={over.dish} onClose={onClose} />}
      {over?.what === 'hours' && <DishHoursDialog place={place} dishes={[over.dish]} onClose={onClose} />}
      {over?.what === 'compare' && (
        <ComparedDish dish={over.dish} places={places} categories={categories} onClose={onClose} />
      )}
      {over?.what === 'categories' && <CategoriesDialog categories={categories} onClose={onClose} />}
      {over?.what === 'groups' && <GroupsDialog onClose={onClose} />}
      {over?.what === 'texts' && <TextsDialog place={place} language={over.language} onClose={onClose} />}
      {over?.what === 'arrange' && (
        <ArrangeDialog
          place={place}
          places={places}
          dishes={dishes}
          categories={categories}
          filter={filter}
          onClose={onClose}
        />
      )}
      <ConfirmDialog
        open={over?.what === 'delete'}
        title={over?.what === 'delete' ? texts.remove.title(over.dish.name) : ''}
        description={texts.remove.text}
        confirmLabel={texts.remove.confirm}
        cancelLabel={texts.remove.cancel}
        look="danger-solid"
        onConfirm={() => (over?.what === 'delete' ? deleteDish(over.dish) : undefined)}
        onCancel={onClose}
      >
        <p className="soft">{texts.remove.more}</p>
      </ConfirmDialog>
    </>
  );
}

/** The photo of a dish that is on the menu: what is saved here is what guests see. */
function DishPhotoDialog({ place, dish, onClose }: { place: Place; dish: Dish; onClose: () => void }) {
  const { update, removePhoto } = useMenuActions();
  const { photo, done } = texts;
  const { image } = dish;
  const at = { locationId: place.id, itemId: dish.id };
  return (
    <PhotoDialog
      title={photo.title(dish.name)}
      dish={dish}
      target={at}
      onClose={onClose}
      onUse={async (url) => {
        try {
          await update.mutateAsync({ ...at, updates: { image: url } });
          toast.success(done.photoSaved);
          return null;
        } catch {
          return photo.updateFailed;
        }
      }}
      {...(image !== null && {
        onRemove: async () => {
          try {
            await removePhoto.mutateAsync({ ...at, imageUrl: image });
            toast.success(done.photoRemoved);
            return null;
          } catch {
            return photo.deleteFailed;
          }
        },
      })}
    />
  );
}
