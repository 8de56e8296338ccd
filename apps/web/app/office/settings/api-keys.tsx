import { useState } from 'react';
import { KeyRound, Plus } from 'lucide-react';
import { formatTime } from '../../ui/format.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StateIcon } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './api-keys.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { settingsTexts as texts } from './texts.ts';
import { useApiKeys, useRevokeApiKey, type ApiKey } from './use-settings.ts';

export function ApiKeys() {
  const keys = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Panel
      title={texts.keys}
      aside={
        <Button look="quiet" size="sm" onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          {texts.createKey}
        </Button>
      }
    >
      <p className="hint">{texts.keysNote}</p>
      {keys.isPending && (
        <Loading label={texts.loading}>
          <Skeleton height={120} />
        </Loading>
      )}
      {!keys.data && keys.isError && (
        <ErrorState title={texts.loadFailed} text={wordsFor(keys.error)} level={3}>
          <Button onClick={() => void keys.refetch()}>{texts.tryAgain}</Button>
        </ErrorState>
      )}
      {keys.data && <KeyList keys={keys.data.apiKeys} onRevoke={setRevoking} />}
      {creating && <NewKeyDialog onClose={() => setCreating(false)} />}
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />
    </Panel>
  );
}

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  if (keys.length === 0) {
    return (
      <EmptyState
        title={texts.noKeys}
        text={texts.noKeysText}
        level={3}
        picture={
          <StateIcon>
            <KeyRound aria-hidden="true" />
          </StateIcon>
        }
      />
    );
  }
  return (
    <ul className={styles.list}>
      {keys.map((key) => (
        <li className="row flex-wrap between" key={key.id}>
          <div className="grid min-width-0 break-anywhere">
            <b className="weight-600">{key.name}</b>
            <span className="hint">
              <code>{key.shown}</code> {texts.kinds[key.kind]}
            </span>
            <span className="hint">{historyOf(key)}</span>
          </div>
          {key.revokedAt ? (
            <Badge>{texts.revoked(formatTime(key.revokedAt, 'day'))}</Badge>
          ) : (
            <Button look="ghost" size="sm" aria-label={texts.revokeLabel(key.name)} onClick={() => onRevoke(key)}>
              {texts.revoke}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function historyOf({ createdAt, createdBy, lastUsedAt }: ApiKey): string {
  const used = lastUsedAt ? texts.used(formatTime(lastUsedAt, 'date-time')) : texts.usedNever;
  return `${texts.created(formatTime(createdAt, 'day'), createdBy)}, ${used}`;
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeApiKey();

  async function confirm() {
    if (!apiKey) return;
    try {
      await revoke.mutateAsync(apiKey.id);
      toast.success(texts.revokeDone);
    } catch (error) {
      toast.error(texts.revokeFailed, { description: wordsFor(error) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open={apiKey !== null}
      title={texts.revokeTitle(apiKey?.name ?? '')}
      description={texts.revokeText}
      confirmLabel={texts.revoke}
      cancelLabel={texts.cancel}
      look="danger-solid"
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
