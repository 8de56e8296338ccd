import { useState, type FormEvent, useEffect, useRef } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { moveEntry, checkNewCategory, checkCategoryRename } from '@tiffin/domain/menu';
import { isAdmin, menusWithoutAccess } from '@tiffin/domain/people';
import { menuNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import styles from './menu.module.css';
import { EDITED_MENU_KEY, type Category, useEditableLocations } from './menu-data.ts';
import { texts } from './texts.ts';
import { useTranslations } from './languages/use-translations.tsx';

/** The restaurant's categories. Who may edit every menu can delete empty ones; admins can rename and sort them. */
export function CategoriesDialog({ categories, onClose }: { categories: readonly Category[]; onClose: () => void }) {
  const { actor } = useBackOffice();
  const locations = useRootDataIfAny()?.locations ?? [];
  const editsEveryMenu =
    menusWithoutAccess(
      actor,
      locations.map(({ id: locationId }) => ({ locationId })),
    ).length === 0;
  const remove = useCall('deleteCategory', {
    changes: [EDITED_MENU_KEY],
    done: (_answer, { categoryId }) => say`${nameOf(categories, categoryId)} deleted`,
    failed: say`The category could not be deleted.`,
  });
  const reorder = useQueuedChange('reorderCategories', {
    changes: [EDITED_MENU_KEY],
    about: () => say`Arrange the dishes`,
    queued: menuNotices.queued,
    failed: texts.orderFailed,
  });
  const [newName, setNewName] = useState('');
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
      open
      onClose={onClose}
      unsaved={newName.trim() !== '' || renaming !== null}
      title={say`Manage Categories`}
      footer={<Button onClick={onClose}>{say`Done`}</Button>}
    >
      <AddCategory categories={categories} name={newName} onName={setNewName} />
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

interface AddCategoryProps {
  categories: readonly Category[];
  name: string;
  onName: (name: string) => void;
}

function AddCategory({ categories, name, onName }: AddCategoryProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const add = useCall('addCategory', {
    changes: [EDITED_MENU_KEY],
    done: ({ category }) => say`${category.name} added`,
    onDone: () => onName(''),
  });
  const error = problem ?? add.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    const requested = checkNewCategory(name, categories);
    setProblem(requested.ok ? null : requested.error.message);
    if (requested.ok && !add.isBusy) void add.send({ name });
  }

  return (
    <form className={`grid column-and-end gap-8 align-start below-16 ${styles.adding}`} onSubmit={submit} noValidate>
      <Field label={<span className="sr-only">{say`New category`}</span>} error={error}>
        <TextInput
          value={name}
          placeholder={say`e.g., Desserts, Beverages`}
          autoComplete="off"
          onChange={(event) => {
            onName(event.target.value);
            setProblem(null);
            add.clearError();
          }}
        />
      </Field>
      <Button type="submit" busy={add.isBusy}>
        {say`Add`}
      </Button>
    </form>
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
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
        {canDelete && (
          <IconButton label={say`Delete ${category.name}`} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
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

/** Inline field to rename a category. */
function RenameCategory(props: RenameProps) {
  const { was, name, typeName, error, inOthers, submit, isSaving } = useRenaming(props);
  // The edit button is gone, so the field gets the focus.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form className={`grid column-and-end gap-8 align-start below-16 ${styles.adding}`} onSubmit={submit} noValidate>
      <Field label={<span className="sr-only">{say`New name of ${was}`}</span>} error={error}>
        <TextInput value={name} ref={field} autoComplete="off" onChange={(event) => typeName(event.target.value)} />
      </Field>
      {inOthers.fieldsOf(() => true)}
      <span className="row gap-8">
        <Button type="submit" busy={isSaving}>
          {say`Save`}
        </Button>
        <Button look="ghost" onClick={props.onDone}>
          {say`Cancel`}
        </Button>
      </span>
    </form>
  );
}

/** The new name of a category, also in other languages. */
function useRenaming({ category, categories, onDone }: RenameProps) {
  const rename = useCall('renameCategory', { changes: [EDITED_MENU_KEY] });
  const { chosen: place } = useEditableLocations();
  const inOthers = useTranslations(place, ({ kind, id }) => kind === 'category' && id === category.id);
  // The name when editing began. If it changed in the meantime, it is not overwritten.
  const [was] = useState(category.name);
  const [name, setName] = useState(was);
  const [error, setError] = useState<string | null>(null);

  function typeName(typed: string) {
    setName(typed);
    setError(null);
    save.clearError();
  }

  const save = useAction(
    async (newName: string) => {
      await inOthers.save(() => newName);
      if (newName !== was) await rename.sendOrThrow({ categoryId: category.id, name: newName, was });
    },
    {
      done: (_answer, newName) => (newName === was ? null : say`${was} is now called ${newName}`),
      onDone,
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const requested = checkCategoryRename(category.id, name, categories);
    setError(requested.ok ? null : requested.error.message);
    if (requested.ok && !save.isBusy) void save.send(requested.value);
  }

  return { was, name, typeName, error: error ?? save.error, inOthers, submit, isSaving: save.isBusy };
}

function nameOf(categories: readonly Category[], categoryId: string): string {
  return categories.find(({ id }) => id === categoryId)?.name ?? categoryId;
}
