import { dishFrom } from '../../shared/dish/read-menu.ts';
import { DishRow } from '../../shared/dish/dish-row.tsx';
import type { Draft } from '../../ui/form.ts';
import { dishForm } from './dish-form.ts';
import styles from './guest-view.module.css';
import type { Place } from './menu-data.ts';
import { texts } from './texts.ts';

/** The dish on the guests' menu while it is being written: the very row they read, only to look at. */
export function GuestView({
  draft,
  isAvailable,
  art,
  place,
}: {
  draft: Draft<typeof dishForm.fields>;
  isAvailable: boolean;
  art: string | null;
  place: Place;
}) {
  const { form } = texts;
  const fields = dishForm.sentOf(draft);
  const dish = dishFrom({
    ...fields,
    id: 'preview',
    name: fields.name || form.previewName,
    description: fields.description || form.previewText,
    imageUrl: fields.image,
    art,
    isAvailable,
  });
  return (
    <section className={`round-md ${styles.view}`} aria-label={form.preview} data-surface="guest">
      <p className="hint weight-600">
        {form.preview}, {place.name}
      </p>
      <ul inert>
        <DishRow dish={dish} count={0} isFavourite={false} wordsOnly={false} eager hrefOf={nowhere} onAdd={nothing} />
      </ul>
    </section>
  );
}

const nowhere = () => '#menu';
const nothing = () => undefined;
