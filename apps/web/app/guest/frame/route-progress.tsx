import { useNavigation } from 'react-router';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './route-progress.module.css';
import { texts } from './texts.ts';

/** Pages that first ask who you are. */
const GUARDED = /^\/(checkout|dashboard|admin)(\/|$)/;

/** Shown while the next page is on its way, once it takes longer than a blink. */
export function RouteProgress() {
  const navigation = useNavigation();
  const waiting = navigation.state === 'loading';
  const guarded = waiting && GUARDED.test(navigation.location.pathname);
  return (
    <div role="status" className={styles.place}>
      {guarded && (
        <span className={styles.words}>
          <Spinner />
          {texts.checking}
        </span>
      )}
      {waiting && !guarded && (
        <span className={styles.line}>
          <span className="sr-only">{texts.loadingPage}</span>
        </span>
      )}
    </div>
  );
}
