import { Flame } from 'lucide-react';
import { SPICE_LEVELS, type SpiceLevel } from '@tiffin/domain/menu';
import { classNames } from '../../ui/class-names.ts';
import styles from './spice-mark.module.css';

/** One to three flames, always beside their word: never a colour. */
export function Flames({ level }: { level: number }) {
  return (
    <span className={styles.flames} aria-hidden="true">
      {SPICE_LEVELS.map((each) => (
        <Flame key={each.id} className={classNames(each.level <= level && styles.lit)} />
      ))}
    </span>
  );
}

export function SpiceMark({ spice }: { spice: SpiceLevel }) {
  const hottest = SPICE_LEVELS.at(-1)?.id === spice.id;
  return (
    <span className={classNames('inline-row gap-6 text-xs weight-600', styles.mark, hottest && styles.hot)}>
      <Flames level={spice.level} />
      {spice.name}
    </span>
  );
}
