import { useState } from 'react';
import { KeyRound, Plus } from 'lucide-react';
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
import { keyLimitTexts } from './api-key-texts.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import styles from './settings.module.css';
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
        <ErrorState title={texts.loadFailed} text={errorText(keys.error)} level={3}>
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
    return <IconState title={texts.noKeys} text={texts.noKeysText} level={3} icon={<KeyRound aria-hidden="true" />} />;
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
        <Badge>{texts.revoked(formatTime(revokedAt, 'day'))}</Badge>
      ) : isExpired ? (
        <Badge tone="warn">{keyLimitTexts.expired(formatTime(expiresAt, 'day', timeZone))}</Badge>
      ) : (
        <Button look="ghost" size="sm" aria-label={texts.revokeLabel(apiKey.name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}

function historyOf({ createdAt, createdBy, lastUsedAt, lastUsedAddress }: ApiKey): string {
  return `${texts.created(formatTime(createdAt, 'day'), createdBy)}, ${lastUseText(lastUsedAt, lastUsedAddress)}`;
}

function lastUseText(at: string | null, address: string | null): string {
  if (at === null) return texts.usedNever;
  const time = formatTime(at, 'date-time');
  return address === null ? texts.used(time) : keyLimitTexts.usedFrom(time, address);
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeApiKey();

  async function confirm() {
    if (!apiKey) return;
    try {
      await revoke.mutateAsync(apiKey.id);
      toast.success(texts.revokeDone);
    } catch (error) {
      toast.error(texts.revokeFailed, { description: errorText(error) });
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
