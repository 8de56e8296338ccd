import type { UseQueryResult } from '@tanstack/react-query';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Loaded, useDoing } from './loaded.tsx';
import styles from './payments.module.css';
import { texts } from './texts.ts';

type Failures = Answer<'getFailedWebhooks'>;

interface FailuresPanelProps {
  failures: UseQueryResult<Failures>;
  onChanged: () => void;
}

/** Events of the provider that could not be worked off: as they came, why not, and once more. */
export function FailuresPanel({ failures, onChanged }: FailuresPanelProps) {
  const doing = useDoing(onChanged);
  const retry = async (failureId: string) => {
    const { resolved, message } = await api('retryFailedWebhook', { body: { failureId } });
    if (!resolved) {
      onChanged();
      throw new ApiError({ code: 'failed-precondition', status: 409, message });
    }
    return texts.retryWorked;
  };
  return (
    <Loaded query={failures}>
      {(data) =>
        data.failures.length === 0 ? (
          <EmptyState title={texts.noFailures} text={texts.noFailuresText} />
        ) : (
          <div className={`grid gap-16 ${styles.cards}`}>
            {data.failures.map((failure) => (
              <article key={failure.failureId} className={styles.card}>
                <header className={styles.top}>
                  <b>{failure.eventType}</b>
                  <Time at={failure.receivedAt} look="date-time" />
                </header>
                <p>{failure.reason}</p>
                <p className={styles.facts}>
                  <span>
                    {texts.attempts}: {failure.attempts}
                  </span>
                  <span>
                    {texts.nextTry}:{' '}
                    {failure.nextTryAt ? <Time at={failure.nextTryAt} look="date-time" /> : texts.byHandOnly}
                  </span>
                </p>
                <details className="full-width">
                  <summary className="touch-height middle pointer">
                    {texts.event} <span className="num">{failure.eventId}</span>
                  </summary>
                  <pre className={`round-md sunken text-xs ${styles.raw}`}>{failure.event}</pre>
                </details>
                <Button
                  busy={doing.busy === failure.failureId}
                  onClick={() => doing.run(failure.failureId, () => retry(failure.failureId))}
                >
                  {texts.retry}
                </Button>
              </article>
            ))}
          </div>
        )
      }
    </Loaded>
  );
}
