import { Eye, EyeOff } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import styles from './bulk-bar.module.css';
import type { Dish } from './menu-data.ts';
import { texts } from './texts.ts';

export interface BulkBarProps {
  chosen: readonly Dish[];
  shown: readonly Dish[];
  onAll: () => void;
  onClear: () => void;
  onShow: (isAvailable: boolean) => void;
}

/** What can be done to several dishes at once; stays at hand while one scrolls. */
export function BulkBar({ chosen, shown, onAll, onClear, onShow }: BulkBarProps) {
  const { bulk } = texts;
  return (
    <section className={`row flex-wrap gap-8 round-md surface ${styles.bar}`} aria-label={bulk.label}>
      <b role="status">{bulk.count(chosen.length)}</b>
      {chosen.length < shown.length && (
        <Button look="ghost" onClick={onAll}>
          {bulk.all(shown.length)}
        </Button>
      )}
      <span className="grow" />
      <Button look="quiet" onClick={() => onShow(false)}>
        <EyeOff aria-hidden="true" />
        {bulk.hide}
      </Button>
      <Button look="quiet" onClick={() => onShow(true)}>
        <Eye aria-hidden="true" />
        {bulk.show}
      </Button>
      <Button look="ghost" onClick={onClear}>
        {bulk.clear}
      </Button>
    </section>
  );
}
