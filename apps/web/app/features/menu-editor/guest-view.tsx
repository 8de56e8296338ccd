import { allergenName } from '@tiffin/domain/menu';
import { centsOf } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { DishPhoto } from './dish-card.tsx';
import type { Draft } from './draft.ts';
import styles from './guest-view.module.css';
import type { Place } from './menu-data.ts';
import { texts } from './texts.ts';

/** The dish on the guests' menu while it is being written. */
export function GuestView({ draft, art, place }: { draft: Draft; art: string | null; place: Place }) {
  const { form } = texts;
  return (
    <aside className={styles.side} aria-label={form.preview} data-surface="guest">
      <p className={styles.title}>
        {form.preview}, {place.name}
      </p>
      <div className={styles.card}>
        <div className={styles.picture}>
          <DishPhoto dish={{ image: draft.image, art, category: draft.category }} />
        </div>
        <h3>{draft.name.trim() || form.previewName}</h3>
        <p className={styles.text}>{draft.description.trim() || form.previewText}</p>
        <Money cents={centsOf(Number(draft.price) || 0)} />
        <p className={styles.text}>{draft.allergens.map(allergenName).join(', ')}</p>
        {!draft.isAvailable && <Badge>{texts.card.isHidden}</Badge>}
      </div>
    </aside>
  );
}
