import { useState } from 'react';
import { toDollars, say } from '@tiffin/domain/core';
import { groupForDish } from '@tiffin/domain/options';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { EditDialog } from '../../ui/form-fields.tsx';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import styles from './menu.module.css';
import { DishFields } from './dish-inputs.tsx';
import { dishForm } from './dish-codec.ts';
import type { Dish, EditableLocation, EditedMenu, WireDish } from './menu-data.ts';
import { useTranslations } from './languages/use-translations.tsx';
import { groupWithoutOverrides } from './options/dish-groups.tsx';
import { GroupDialog } from './options/group-dialog.tsx';
import { toGuestMenuGroup, useGroups } from './options/groups-data.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { dishFrom } from '../../shared/dish/read-menu.ts';
import { DishRow } from '../../shared/dish/dish-row.tsx';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import type { Draft } from '../../ui/form.ts';

interface GuestViewProps {
  draft: Draft<typeof dishForm.fields>;
  art: string | null;
  location: EditableLocation;
}

/** Preview of the dish with the component of the guests' menu. */
function GuestView({ draft, art, location }: GuestViewProps) {
  const { optionGroups, ...fields } = dishForm.sentOf(draft);
  const { data: groups = [] } = useGroups();
  const dish = dishFrom({
    ...fields,
    optionGroups: optionGroups.flatMap((limits) =>
      groups.filter(({ id }) => id === limits.groupId).map((group) => toGuestMenuGroup(groupForDish(group, limits))),
    ),
    id: 'preview',
    name: fields.name || say`Name of the dish`,
    description: fields.description || say`What is in it, in a sentence.`,
    imageUrl: fields.image,
    art,
  });
  return (
    <section className={`round-md ${styles.view}`} aria-label={say`As guests see it`} data-surface="guest">
      <p className="hint weight-600">
        {say`As guests see it`}, {location.name}
      </p>
      <ul inert>
        <DishRow dish={dish} count={0} isFavourite={false} eager hrefOf={inertHref} onAdd={doNothing} />
      </ul>
    </section>
  );
}

// The preview is inert, so its links and buttons are never pressed.
const inertHref = () => '#menu';
const doNothing = () => undefined;

interface EditDishDialogProps {
  menu: EditedMenu;
  /** Null for a new dish. */
  dish: Dish | null;
  /** The category the list is filtered by, used for a new dish. */
  initialCategory: string;
  onClose: () => void;
}

/** Adds or edits a dish of a location, next to a preview. */
export function EditDishDialog(props: EditDishDialogProps) {
  const { menu, dish, onClose } = props;
  const { location, categories } = menu;
  const [isChoosingPhoto, setChoosingPhoto] = useState(false);
  const [isAddingGroup, setAddingGroup] = useState(false);
  const { data: groups = [] } = useGroups();
  const { form, translations } = useDishForm(props);
  const art = dish?.art ?? null;
  return (
    <EditDialog
      form={{ ...form, isTyped: form.isTyped || translations.isTyped }}
      title={dish ? say`Edit Item` : say`Add Item`}
      save={dish ? say`Save Changes` : say`Add Item`}
      failed={say`Failed to save item`}
      conflict={say`Somebody else changed this item while you were editing it.`}
      onClose={onClose}
      before={<GuestView draft={form.draft} art={art} location={location} />}
      after={
        <>
          {isChoosingPhoto && (
            <PhotoDialog
              title={dish ? say`Photo of ${dish.name}` : say`Photo of the new item`}
              dish={{ image: form.draft.image, art }}
              target={{ locationId: location.id, itemId: dish?.id }}
              // It is saved together with the dish.
              onPhoto={(image) => form.set({ image })}
              onClose={() => setChoosingPhoto(false)}
            />
          )}
          {isAddingGroup && (
            <GroupDialog
              group={null}
              groups={groups}
              onClose={() => setAddingGroup(false)}
              onSaved={({ id }) => form.set({ optionGroups: [...form.draft.optionGroups, groupWithoutOverrides(id)] })}
            />
          )}
        </>
      }
    >
      <DishFields
        form={form}
        location={location}
        categories={categories}
        hasVisibility={!dish}
        renderTranslations={(field) => translations.fieldsOf((entry) => entry.field === field)}
        onPhoto={() => setChoosingPhoto(true)}
        onNewGroup={() => setAddingGroup(true)}
      />
    </EditDialog>
  );
}

function useDishForm({ menu: { location, categories }, dish, initialCategory, onClose }: EditDishDialogProps) {
  const { add, update } = useMenuActions();
  const translations = useTranslations(dish && location, ({ kind, id }) => kind === 'dish' && id === dish?.id);
  const form = useServerForm(dishForm, {
    record: dish && { ...dish, price: toDollars(dish.price) },
    initialValues: { category: categories.find(({ id }) => id === initialCategory)?.id ?? categories[0]?.id ?? '' },
    save: async ({ values, updates, base }) => {
      if (!base) await add.sendOrThrow({ locationId: location.id, item: values });
      else {
        // The translations go first. If the dish is then refused, the next attempt sends them again, without harm.
        // Each is sent with the new text that it translates.
        await translations.save(({ field }) => (field === 'description' ? values.description : values.name));
        if (Object.keys(updates).length > 0) {
          const { id: itemId, version } = base;
          const saved = await update.sendOrThrow({ locationId: location.id, itemId, updates, version });
          if (!saved.queued) toast.success(say`${saved.answer.item.name} saved`);
        }
      }
      onClose();
    },
    savedMeanwhile: (error) => conflictingVersion<WireDish>(error, { name: 'item', fields: ['version'] }),
  });
  return { form, translations };
}
