import { useLocation, useNavigate } from 'react-router';
import artUrl from '../../assets/categories/veg-curries.svg';
import { useErrorId } from '../../lib/error-id.ts';
import { useRootDataIfAny } from '../../lib/site.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import styles from './whole-page.module.css';
import { texts } from './texts.ts';

/** Something broke. The id shown is the one in the server's log. */
export function CrashPage({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const location = useLocation();
  const support = useRootDataIfAny()?.site.supportEmail;
  const errorId = useErrorId(error);
  return (
    <div className={styles.page}>
      <EmptyState level={1} title={texts.crash.title} text={texts.crash.text} picture={<StateArt src={artUrl} grey />}>
        {/* Plain forms, so that the buttons work on a page whose scripts never came. */}
        <form
          method="get"
          className={styles.buttons}
          onSubmit={(event) => {
            event.preventDefault();
            void navigate(location, { replace: true });
          }}
        >
          <Button type="submit">{texts.crash.tryAgain}</Button>
        </form>
        <form
          method="get"
          className={styles.buttons}
          onSubmit={(event) => {
            event.preventDefault();
            window.location.reload();
          }}
        >
          <Button type="submit" look="quiet">
            {texts.crash.reload}
          </Button>
        </form>
        <LinkButton look="bare" href={paths.home()}>
          {texts.crash.goHome}
        </LinkButton>
      </EmptyState>
      <p className={styles.id}>
        {errorId && (
          <span>
            {texts.crash.errorId}: <code>{errorId}</code>
          </span>
        )}
        {support && (
          <span>
            {texts.crash.support}:{' '}
            <a href={`mailto:${support}?subject=${encodeURIComponent(errorId ?? '')}`}>{support}</a>
          </span>
        )}
      </p>
    </div>
  );
}
