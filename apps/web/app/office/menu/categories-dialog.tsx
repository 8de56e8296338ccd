import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { moveEntry, checkNewCategory, checkCategoryRename } from '@tiffin/domain/menu';
import { isAdmin, menusWithoutAccess } from '@tiffin/domain/people';
import { menuNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useRecordForm, useServerForm } from '../../shared/page/use-record-form.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formOf, textField, type Problems } from '../../ui/form.ts';
import { EditForm } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import styles from './menu.module.css';
import { EDITED_MENU_KEY, type Category, useEditableLocations } from './menu-data.ts';
import { texts } from './texts.ts';
import { useTranslations } from './languages/use-translations.tsx';

const categoryForm = formOf({ name: textField(say`New category`) });

/** The restaurant's categories. People who may edit every menu delete empty ones, and admins rename and sort them. */
export function CategoriesDialog({ categories, onClose }: { categories: readonly Category[]; onClose: () => void }) {
  const { actor } = useBackOffice();
  const locations = useRootDataIfAny()?.locations ?? [];
  const menus = locations.map(({ id: locationId }) => ({ locationId }));
  const editsEveryMenu = menusWithoutAccess(actor, menus).length === 0;
  const remove = useCall('deleteCategory', {
    changes: [EDITED_MENU_KEY],
    doneText: (_answer, { categoryId }) => say`${nameOf(categories, categoryId)} deleted`,
    failed: say`The category could not be deleted.`,
  });
  const reorder = useQueuedChange('reorderCategories', {
    changes: [EDITED_MENU_KEY],
    about: () => say`Arrange the categories`,
    queued: menuNotices.queued,
    failed: texts.reorderFailed,
  });
  const add = useRecordForm(categoryForm, {
    call: 'addCategory',
    check: ({ name }) => problemsOf(checkNewCategory(name, categories)),
    body: ({ values }) => values,
    doneText: ({ category }) => say`${category.name} added`,
    changes: [EDITED_MENU_KEY],
    restartsAfterSave: true,
  });
  const [renaming, setRenaming] = useState<string | null>(null);

  const row = (category: Category) =>
    category.id === renaming ? (
      <RenameCategory category={category} categories={categories} onDone={() => setRenaming(null)} />
    ) : (
      <CategoryRow
        category={category}
        // The last default category cannot be deleted.
        canDelete={editsEveryMenu && (!category.isDefault || categories.length > 1)}
        onRename={() => setRenaming(category.id)}
        onDelete={() => void remove.send({ categoryId: category.id })}
      />
    );

  return (
    <Dialog
      onClose={onClose}
      unsaved={add.isTyped || renaming !== null}
      title={say`Manage Categories`}
      footer={<Button onClick={onClose}>{say`Done`}</Button>}
    >
      <NameForm form={add} label={say`New category`}>
        <Button type="submit" busy={add.busy}>
          {say`Add`}
        </Button>
      </NameForm>
      {isAdmin(actor) ? (
        <SortableList
          label={say`Current categories`}
          entries={categories.map((category) => ({ id: category.id, name: category.name, content: row(category) }))}
          onMove={(from, to) =>
            void reorder.send({ categoryIds: moveEntry(categories, from, to).map((category) => category.id) })
          }
        />
      ) : (
        <ul aria-label={say`Current categories`} className={`grid ${styles.plain}`}>
          {categories.map((category) => (
            <li className="grid align-center" key={category.id}>
              {row(category)}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface NameFormProps {
  form: OpenForm<typeof categoryForm.fields>;
  label: string;
  inputRef?: Ref<HTMLInputElement>;
  children: ReactNode;
}

function NameForm({ form, label, inputRef, children }: NameFormProps) {
  const { value, onValue, error } = form.at('name');
  return (
    <EditForm form={form} className={`grid column-and-end gap-8 align-start below-16 ${styles.adding}`}>
      <Field label={<span className="sr-only">{label}</span>} error={error}>
        <TextInput
          ref={inputRef}
          value={value}
          placeholder={say`e.g., Desserts, Beverages`}
          autoComplete="off"
          onChange={(event) => onValue(event.target.value)}
        />
      </Field>
      {children}
    </EditForm>
  );
}

interface CategoryRowProps {
  category: Category;
  canDelete: boolean;
  onRename: () => void;
  onDelete: () => void;
}

function CategoryRow({ category, canDelete, onRename, onDelete }: CategoryRowProps) {
  const { actor } = useBackOffice();
  return (
    <span className="row between gap-12 min-width-0">
      <span className={`flex flex-wrap align-baseline min-width-0 ${styles.words}`}>
        <b>{category.name}</b>
        {category.isDefault && <Badge>{say`Default`}</Badge>}
        <span className="hint">
          {category.id}
          {category.count > 0 && `, ${category.count === 1 ? say`1 item` : say`${category.count} items`}`}
        </span>
      </span>
      <span className="row nowrap">
        {isAdmin(actor) && (
          <IconButton label={say`Rename ${category.name}`} onClick={onRename}>
            <Pencil />
          </IconButton>
        )}
        {canDelete && (
          <IconButton label={say`Delete ${category.name}`} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        )}
      </span>
    </span>
  );
}

interface RenameProps {
  category: Category;
  categories: readonly Category[];
  onDone: () => void;
}

/** Renames a category here and in all languages, in place of its row. */
function RenameCategory({ category, categories, onDone }: RenameProps) {
  const [was] = useState(category.name);
  const rename = useCall('renameCategory', {
    changes: [EDITED_MENU_KEY],
    doneText: (_answer, { name }) => say`${was} is now called ${name}`,
  });
  const { chosen: location } = useEditableLocations();
  const translations = useTranslations(location, ({ kind, id }) => kind === 'category' && id === category.id);
  const form = useServerForm(categoryForm, {
    record: category,
    check: ({ name }) => problemsOf(checkCategoryRename(category.id, name, categories)),
    async save({ values }) {
      const checked = checkCategoryRename(category.id, values.name, categories);
      const name = checked.ok ? checked.value : values.name;
      await translations.save(() => name);
      // The server compares `was`, so that it does not overwrite a name that somebody else changed in the meantime.
      if (name !== was) await rename.sendOrThrow({ categoryId: category.id, name, was });
      onDone();
    },
  });
  // The pressed button is gone, so the field gets the focus.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <NameForm form={form} label={say`New name of ${was}`} inputRef={field}>
      {translations.fieldsOf(() => true)}
      <span className="row gap-8">
        <Button type="submit" busy={form.busy}>
          {say`Save`}
        </Button>
        <Button look="ghost" onClick={onDone}>
          {say`Cancel`}
        </Button>
      </span>
    </NameForm>
  );
}

function problemsOf(checked: ReturnType<typeof checkNewCategory>): Partial<Problems> {
  return checked.ok ? {} : { name: checked.error.message };
}

function nameOf(categories: readonly Category[], categoryId: string): string {
  return categories.find(({ id }) => id === categoryId)?.name ?? categoryId;
}
