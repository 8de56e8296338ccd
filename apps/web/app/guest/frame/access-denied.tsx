import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ForbiddenState } from '../../ui/states.tsx';
import styles from './whole-page.module.css';
import { texts } from './texts.ts';

export function AccessDenied() {
  return (
    <div className={styles.page}>
      <ForbiddenState level={1} title={texts.denied.title} text={texts.denied.text}>
        <LinkButton href={paths.dashboard()}>{texts.denied.toDashboard}</LinkButton>
      </ForbiddenState>
    </div>
  );
}
