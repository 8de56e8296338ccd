import { useRef, useState, type FormEvent } from 'react';
import { DEFAULT_CATEGORIES, defaultSpecialDates } from '@tiffin/domain/menu';
import { ApiError } from '../../shared/api/api-error.ts';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { wordsOrSaid } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions } from './actions.ts';
import styles from './dish-dialog.module.css';
import { DishFields } from './dish-fields.tsx';
import {
  draftOf,
  fieldsFrom,
  fieldsOf,
  newDraft,
  problemsOf,
  reconcile,
  updatesOf,
  withField,
  type Clash,
  type Draft,
  type Problems,
} from './draft.ts';
import { GuestView } from './guest-view.tsx';
import type { Category, Dish, Place, WireItem } from './menu-data.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { readable } from './readable.ts';
import { texts } from './texts.ts';

export interface DishDialogProps {
  place: Place;
  categories: readonly Category[];
  /** null: a new one. */
  dish: Dish | null;
  /** The category the list is narrowed to, for a new dish. */
  presentCategory: string;
  onClose: () => void;
}

const FORM = 'dish-form';

/** A dish to be added or edited, beside how guests will see it. */
export function DishDialog({ place, categories, dish, presentCategory, onClose }: DishDialogProps) {
  const { form } = texts;
  const { add, update } = useMenuActions();
  const [base, setBase] = useState(() => (dish ? { fields: fieldsOf(dish), version: dish.version } : null));
  const [draft, setDraft] = useState<Draft>(() =>
    dish ? draftOf(fieldsOf(dish), dish.isAvailable) : newDraft(firstCategory(categories, presentCategory)),
  );
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [choosingPhoto, setChoosingPhoto] = useState(false);
  // A second try at the same form adds no second dish.
  const [key] = useState(newKey);
  const box = useRef<HTMLFormElement>(null);
  const busy = add.isPending || update.isPending;

  function change(fields: Partial<Draft>) {
    const days = defaultSpecialDates(new Date(), place.timeZone);
    const begins = fields.isTodaysSpecial === true && draft.specialStartDate === '';
    setDraft({ ...draft, ...fields, ...(begins && { specialStartDate: days.start, specialEndDate: days.end }) });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in fields))));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = problemsOf(draft);
    setProblems(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) {
      // the first wrong field, once it has been marked
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (dish && base) save(dish, base);
    else create();
  }

  function create() {
    const item = { ...fieldsFrom(draft), isAvailable: draft.isAvailable };
    add.mutate(
      { key, body: { locationId: place.id, item } },
      {
        onSuccess: ({ item: added }) => {
          toast.success(texts.done.added(added.name));
          onClose();
        },
        onQueued: onClose,
        onError: (error) => setFailure(saidBy(error)),
      },
    );
  }

  function save(edited: Dish, { fields, version }: { fields: ReturnType<typeof fieldsOf>; version: number }) {
    const updates = updatesOf(fields, draft);
    if (Object.keys(updates).length === 0) return onClose();
    update.mutate(
      { locationId: place.id, itemId: edited.id, updates, version },
      {
        onSuccess: ({ item }) => {
          toast.success(texts.done.saved(item.name));
          onClose();
        },
        onQueued: onClose,
        onError: (error) => {
          const theirs = savedMeanwhile<WireItem>(error, 'item', 'version');
          if (!theirs) return setFailure(saidBy(error));
          const reconciled = reconcile(fields, draft, theirs);
          setBase({ fields: reconciled.base, version: reconciled.version });
          setDraft(reconciled.draft);
          return setClashes(reconciled.changes);
        },
      },
    );
    return undefined;
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      dismissable={!busy}
      title={dish ? form.edit : form.add}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {form.cancel}
          </Button>
          <Button type="submit" form={FORM} busy={busy} className={styles.save}>
            {dish ? form.save : form.add}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <GuestView draft={draft} art={dish?.art ?? null} place={place} />
        <form id={FORM} ref={box} className={styles.form} onSubmit={submit} noValidate>
          {failure !== null && (
            <Banner tone="bad" announce="alert" title={texts.saveFailed}>
              {failure}
            </Banner>
          )}
          {clashes.length > 0 && (
            <Conflict
              texts={texts.conflict}
              changes={clashes}
              readable={readable}
              onChoose={(field, value) => setDraft(withField(draft, field, value))}
            />
          )}
          <DishFields
            draft={draft}
            problems={problems}
            categories={categories}
            isNew={!dish}
            onChange={change}
            onPhoto={() => setChoosingPhoto(true)}
          />
        </form>
      </div>
      {choosingPhoto && (
        <PhotoDialog
          title={dish ? texts.photo.title(dish.name) : texts.photo.titleNew}
          dish={{ image: draft.image, art: dish?.art ?? null, category: draft.category }}
          target={{ locationId: place.id, itemId: dish?.id }}
          onUse={async (url) => {
            change({ image: url });
            return null;
          }}
          {...(draft.image !== null && {
            onRemove: async () => {
              change({ image: null });
              return null;
            },
          })}
          onClose={() => setChoosingPhoto(false)}
        />
      )}
    </Dialog>
  );
}

function firstCategory(categories: readonly Category[], wanted: string): string {
  return categories.find(({ id }) => id === wanted)?.id ?? categories[0]?.id ?? DEFAULT_CATEGORIES[0];
}

function saidBy(error: unknown): string {
  if (error instanceof ApiError && error.code === 'menu-item-not-found') return texts.conflict.gone;
  return wordsOrSaid(error, [400]);
}
