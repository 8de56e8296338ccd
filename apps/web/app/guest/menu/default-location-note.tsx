import { say } from '@tiffin/domain/core';
import { useRootDataIfAny, type Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './menu.module.css';

/** Above the menu of a guest who has chosen no location: which one this is, and the others. */
export function DefaultLocationNote({ location }: { location: Location }) {
  const others = (useRootDataIfAny()?.locations ?? []).filter(({ id }) => id !== location.id);
  return (
    <p className={`row flex-wrap justify-center gap-2-14 text-sm ${styles.defaultLocation}`} role="status">
      <span>{say`This is our menu in ${location.name}.`}</span>
      {others.map(({ id, name }) => (
        <Link key={id} className="inline-row touch-height weight-600" href={paths.menu(id)}>
          {say`Go to ${name}`}
        </Link>
      ))}
    </p>
  );
}
