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
    <div role="status" className={`fixed grid items-center ${styles.place}`}>
      {guarded && (
        <span className={`row gap-10 above-10 pill on-brand text-sm weight-600 ${styles.words}`}>
          <Spinner />
          {texts.checking}
        </span>
      )}
      {waiting && !guarded && (
        <span className={`full-width ${styles.line}`}>
          <span className="sr-only">{texts.loadingPage}</span>
        </span>
      )}
    </div>
  );
}
