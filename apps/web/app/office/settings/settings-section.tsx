import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Connections } from './connections.tsx';
import { HouseForm } from './house-form.tsx';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useSettings } from './use-settings.ts';

export default function SettingsSection() {
  const { data, error, isFetching, refetch } = useSettings();
  return (
    <div className="stack gap-14 content-start">
      <h1>{texts.title}</h1>
      {!data && error && (
        <ErrorState title={texts.loadFailed} text={wordsFor(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label={texts.loading}>
          <Skeleton height={480} />
        </Loading>
      )}
      {data && (
        <div className={`stack gap-14 ${styles.columns}`}>
          <HouseForm settings={data.settings} />
          <div className="stack gap-14 content-start">
            <Connections providers={data.providers} settings={data.settings} />
            <ApiKeys />
          </div>
        </div>
      )}
    </div>
  );
}
