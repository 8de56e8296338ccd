import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import type { Dish, Place } from './menu-data.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { texts } from './texts.ts';

/** The photo of a dish that is on the menu: what is saved here is what guests see. */
export function DishPhotoDialog({ place, dish, onClose }: { place: Place; dish: Dish; onClose: () => void }) {
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
