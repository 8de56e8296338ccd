import { useState } from 'react';
import { KeyRound, Plus } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { limitsText } from './api-key-limits.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useApiKeys, useRevokeApiKey, type ApiKey } from './use-settings.ts';

const createdText = (date: string, by: string | null) => (by ? say`created ${date} by ${by}` : say`created ${date}`);

export function ApiKeys() {
  const keys = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Panel
      title={say`API keys`}
      aside={
        <Button look="quiet" size="sm" onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          {say`Create key`}
        </Button>
      }
    >
      <p className="hint">{say`A customer key is public and identifies a site. An admin key is for a program: it can do everything an admin can, unless you limit it.`}</p>
      {keys.isPending && (
        <Loading label={say`Loading settings…`}>
          <Skeleton height={120} />
        </Loading>
      )}
      {!keys.data && keys.isError && (
        <ErrorState title={say`Error Loading Settings`} text={errorText(keys.error)} level={3}>
          <Button onClick={() => void keys.refetch()}>{say`Try Again`}</Button>
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
      <IconState
        title={say`No API keys yet`}
        text={say`Only browsers use this server so far.`}
        level={3}
        icon={<KeyRound aria-hidden="true" />}
      />
    );
  }
  return (
    <ul className={`ruled ${styles.keysList}`}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { timeZone } = useSite();
  const names = Object.fromEntries(useLocations().map(({ id, name }) => [id, name]));
  const [now] = useState(() => new Date());
  const limits = limitsText(apiKey, names, timeZone, now);
  const { expiresAt, revokedAt } = apiKey;
  const isExpired = expiresAt !== null && new Date(expiresAt) <= now;
  return (
    <li className="row flex-wrap between">
      <div className="grid min-width-0 break-anywhere">
        <b className="weight-600">{apiKey.name}</b>
        <span className="hint">
          <code>{apiKey.shown}</code> {texts.kinds[apiKey.kind]}
        </span>
        {limits !== null && <span className="hint">{limits}</span>}
        <span className="hint">{historyOf(apiKey)}</span>
      </div>
      {revokedAt ? (
        <Badge>{say`Revoked ${formatTime(revokedAt, 'day')}`}</Badge>
      ) : isExpired ? (
        <Badge tone="warn">{say`Expired ${formatTime(expiresAt, 'day', timeZone)}`}</Badge>
      ) : (
        <Button look="ghost" size="sm" aria-label={say`Revoke ${apiKey.name}`} onClick={onRevoke}>
          {say`Revoke`}
        </Button>
      )}
    </li>
  );
}

function historyOf({ createdAt, createdBy, lastUsedAt, lastUsedAddress }: ApiKey): string {
  return `${createdText(formatTime(createdAt, 'day'), createdBy)}, ${lastUseText(lastUsedAt, lastUsedAddress)}`;
}

function lastUseText(at: string | null, address: string | null): string {
  if (at === null) return say`never used`;
  const time = formatTime(at, 'date-time');
  return address === null ? say`last used ${time}` : say`last used ${time} from ${address}`;
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeApiKey();

  async function confirm() {
    if (!apiKey) return;
    try {
      await revoke.mutateAsync(apiKey.id);
      toast.success(say`Key revoked`);
    } catch (error) {
      toast.error(say`The key could not be revoked`, { description: errorText(error) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open={apiKey !== null}
      title={say`Revoke ${apiKey?.name ?? ''}?`}
      description={say`Programs that use it stop working at once. Keys that were created with it and invitations that were sent with it end too. This cannot be undone.`}
      confirmLabel={say`Revoke`}
      cancelLabel={say`Cancel`}
      look="danger-solid"
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
