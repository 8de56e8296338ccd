import { useState, type FormEvent, useEffect, useRef } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { moveEntry, checkNewCategory, checkCategoryRename } from '@tiffin/domain/menu';
import { isAdmin, menusWithoutAccess } from '@tiffin/domain/people';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { toast } from '../../ui/toasts.ts';
import { useCategoryActions } from './actions.ts';
import styles from './menu.module.css';
import { type Category, useEditableLocations } from './menu-data.ts';
import { texts } from './texts.ts';
import { hasServerMessage, errorText } from '../../shared/errors/error-text.ts';
import { useTranslations } from './languages/use-translations.tsx';

/** The restaurant's categories. Who may edit every menu can delete empty ones; admins can rename and sort them. */
export function CategoriesDialog({ categories, onClose }: { categories: readonly Category[]; onClose: () => void }) {
  const { manage } = texts;
  const { actor } = useBackOffice();
  const locations = useRootDataIfAny()?.locations ?? [];
  const editsEveryMenu =
    menusWithoutAccess(
      actor,
      locations.map(({ id: locationId }) => ({ locationId })),
    ).length === 0;
  const { remove, reorder } = useCategoryActions();
  const [newName, setNewName] = useState('');
  const [renaming, setRenaming] = useState<string | null>(null);

  const deleteCategory = (category: Category) =>
    remove.mutate(
      { categoryId: category.id },
      {
        onSuccess: () => toast.success(manage.deleted(category.name)),
        onError: (reason) => toast.error(messageOf(reason, manage.deleteFailed), { id: 'category' }),
      },
    );

  const row = (category: Category) =>
    category.id === renaming ? (
      <RenameCategory category={category} categories={categories} onDone={() => setRenaming(null)} />
    ) : (
      <CategoryRow
        category={category}
        // The last default category cannot be deleted.
        canDelete={editsEveryMenu && (!category.isDefault || categories.length > 1)}
        onRename={() => setRenaming(category.id)}
        onDelete={() => deleteCategory(category)}
      />
    );

  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={newName.trim() !== '' || renaming !== null}
      title={manage.title}
      footer={<Button onClick={onClose}>{manage.done}</Button>}
    >
      <AddCategory categories={categories} name={newName} onName={setNewName} />
      {isAdmin(actor) ? (
        <SortableList
          label={manage.list}
          texts={texts.arranging}
          entries={categories.map((category) => ({ id: category.id, name: category.name, content: row(category) }))}
          onMove={(from, to) =>
            reorder.mutate({ categoryIds: moveEntry(categories, from, to).map((category) => category.id) })
          }
        />
      ) : (
        <ul aria-label={manage.list} className={`grid ${styles.plain}`}>
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

function AddCategory({
  categories,
  name,
  onName,
}: {
  categories: readonly Category[];
  name: string;
  onName: (name: string) => void;
}) {
  const { manage } = texts;
  const { add } = useCategoryActions();
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const requested = checkNewCategory(name, categories);
    setError(requested.ok ? null : requested.error.message);
    if (!requested.ok || add.isPending) return;
    add.mutate(
      { body: { name }, key: newKey() },
      {
        onSuccess: ({ category }) => {
          onName('');
          toast.success(manage.added(category.name));
        },
        onError: (reason) => setError(messageOf(reason, manage.addFailed)),
      },
    );
  }

  return (
    <form className={`grid column-and-end gap-8 align-start below-16 ${styles.adding}`} onSubmit={submit} noValidate>
      <Field label={<span className="sr-only">{manage.name}</span>} error={error}>
        <TextInput
          value={name}
          placeholder={manage.placeholder}
          autoComplete="off"
          onChange={(event) => {
            onName(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" busy={add.isPending}>
        {manage.add}
      </Button>
    </form>
  );
}

function CategoryRow({
  category,
  canDelete,
  onRename,
  onDelete,
}: {
  category: Category;
  canDelete: boolean;
  onRename: () => void;
  onDelete: () => void;
}) {
  const { manage } = texts;
  const { actor } = useBackOffice();
  return (
    <span className="row between gap-12 min-width-0">
      <span className={`flex flex-wrap align-baseline min-width-0 ${styles.words}`}>
        <b>{category.name}</b>
        {category.isDefault && <Badge>{manage.default}</Badge>}
        <span className="hint">
          {category.id}
          {category.count > 0 && `, ${manage.items(category.count)}`}
        </span>
      </span>
      <span className="row nowrap">
        {isAdmin(actor) && (
          <IconButton label={manage.rename(category.name)} onClick={onRename}>
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
        {canDelete && (
          <IconButton label={manage.delete(category.name)} onClick={onDelete}>
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
  const { manage } = texts;
  const { was, name, typeName, error, inOthers, submit, isSaving } = useRenaming(props);
  // The edit button is gone, so the field gets the focus.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className={`grid column-and-end gap-8 align-start below-16 ${styles.adding}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Field label={<span className="sr-only">{manage.newName(was)}</span>} error={error}>
        <TextInput value={name} ref={field} autoComplete="off" onChange={(event) => typeName(event.target.value)} />
      </Field>
      {inOthers.fieldsOf(() => true)}
      <span className="row gap-8">
        <Button type="submit" busy={isSaving}>
          {manage.saveName}
        </Button>
        <Button look="ghost" onClick={props.onDone}>
          {manage.cancel}
        </Button>
      </span>
    </form>
  );
}

/** The new name of a category, also in other languages. */
function useRenaming({ category, categories, onDone }: RenameProps) {
  const { manage } = texts;
  const { rename } = useCategoryActions();
  const { chosen: place } = useEditableLocations();
  const inOthers = useTranslations(place, ({ kind, id }) => kind === 'category' && id === category.id);
  // The name when editing began. If it changed in the meantime, it is not overwritten.
  const [was] = useState(category.name);
  const [name, setName] = useState(was);
  const [error, setError] = useState<string | null>(null);

  function typeName(typed: string) {
    setName(typed);
    setError(null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const requested = checkCategoryRename(category.id, name, categories);
    setError(requested.ok ? null : requested.error.message);
    if (!requested.ok || rename.isPending) return;
    try {
      await inOthers.save(() => requested.value);
    } catch (reason) {
      setError(messageOf(reason, manage.renameFailed));
      return;
    }
    if (requested.value === was) {
      onDone();
      return;
    }
    rename.mutate(
      { categoryId: category.id, name: requested.value, was },
      {
        onSuccess: () => {
          toast.success(manage.renamed(was, requested.value));
          onDone();
        },
        onError: (reason) => setError(messageOf(reason, manage.renameFailed)),
      },
    );
  }

  return { was, name, typeName, error, inOthers, submit, isSaving: rename.isPending };
}

/** The server's message says how many dishes prevent deleting the category. */
function messageOf(error: unknown, otherwise: string): string {
  return hasServerMessage(error, [400, 403, 404, 409]) ? error.message : `${otherwise} ${errorText(error)}`;
}
