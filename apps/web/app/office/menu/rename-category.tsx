import { useEffect, useRef, useState, type FormEvent } from 'react';
import { renamedCategory } from '@tiffin/domain/menu';
import { isSaid, wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useCategoryActions } from './actions.ts';
import styles from './menu.module.css';
import { useTextsUnder } from './languages/texts-under.tsx';
import { usePlaces, type Category } from './menu-data.ts';
import { texts } from './texts.ts';

/** A category's new name, typed where the old one stood. */
export function RenameCategory({
  category,
  categories,
  onDone,
}: {
  category: Category;
  categories: readonly Category[];
  onDone: () => void;
}) {
  const { manage } = texts;
  const { rename } = useCategoryActions();
  const { chosen: place } = usePlaces();
  const inOthers = useTextsUnder(place, ({ kind, id }) => kind === 'category' && id === category.id);
  // What it was called when the typing began: another name meanwhile is told and not written over.
  const [was] = useState(category.name);
  const [name, setName] = useState(was);
  // The pencil that was pressed is gone: the hand is where the name is.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = renamedCategory(category.id, name, categories);
    setError(wanted.ok ? null : wanted.error.message);
    if (!wanted.ok || rename.isPending) return;
    try {
      await inOthers.save(() => wanted.value);
    } catch (reason) {
      setError(saidBy(reason, manage.renameFailed));
      return;
    }
    if (wanted.value === was) {
      onDone();
      return;
    }
    rename.mutate(
      { categoryId: category.id, name: wanted.value, was },
      {
        onSuccess: () => {
          toast.success(manage.renamed(was, wanted.value));
          onDone();
        },
        onError: (reason) => setError(saidBy(reason, manage.renameFailed)),
      },
    );
  }

  return (
    <form
      className={`grid column-and-end gap-8 align-start ${styles.adding}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Field label={<span className="sr-only">{manage.newName(was)}</span>} error={error}>
        <TextInput
          value={name}
          ref={field}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
      </Field>
      {inOthers.fieldsOf(() => true)}
      <span className="row gap-8">
        <Button type="submit" busy={rename.isPending}>
          {manage.saveName}
        </Button>
        <Button look="ghost" onClick={onDone}>
          {manage.cancel}
        </Button>
      </span>
    </form>
  );
}

/** The server counts what stands in the way: its own words are the best there are. */
export function saidBy(error: unknown, otherwise: string): string {
  return isSaid(error, [400, 404, 409]) ? error.message : `${otherwise} ${wordsFor(error)}`;
}
