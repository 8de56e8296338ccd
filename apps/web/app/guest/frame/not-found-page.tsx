import artUrl from '../../assets/dishes/thali.svg';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import styles from './whole-page.module.css';
import { texts } from './texts.ts';

export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        title={texts.notFound.title}
        text={texts.notFound.text}
        picture={<StateArt src={artUrl} grey />}
      >
        <LinkButton href={paths.menuStart()}>{texts.notFound.menu}</LinkButton>
        <LinkButton look="bare" href={paths.home()}>
          {texts.notFound.home}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
