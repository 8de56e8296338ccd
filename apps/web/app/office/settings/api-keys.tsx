import { useState } from 'react';
import { KeyRound, Plus } from 'lucide-react';
import { formatTime } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FormDialog, SecretDialog } from '../../ui/form-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useApiKeys, useRevokeApiKey, type ApiKey, useCreateApiKey } from './use-settings.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

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

/** Names and creates an API key, and shows it once. */
function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ApiKey['kind']>('admin');
  const [checked, setChecked] = useState(false);
  const [request] = useState(newKey);
  const [made, setMade] = useState<string | null>(null);
  const create = useCreateApiKey();

  async function submit() {
    setChecked(true);
    if (name.trim() === '') return;
    try {
      const { key } = await create.mutateAsync({ key: request, name: name.trim(), kind });
      setMade(key);
    } catch (error) {
      toast.error(texts.keyFailed, { description: errorText(error) });
    }
  }

  if (made !== null) return <MadeKey apiKey={made} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.newKey}
      confirmLabel={texts.createKey}
      cancelLabel={texts.cancel}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field
        label={texts.keyName}
        hint={texts.keyNameHint}
        error={checked && name.trim() === '' ? texts.keyNameRequired : null}
        required
      >
        <TextInput value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Segmented<ApiKey['kind']>
        legend={texts.keyKind}
        options={[
          { value: 'admin', label: texts.kinds.admin },
          { value: 'customer', label: texts.kinds.customer },
        ]}
        value={kind}
        onValue={setKind}
      />
    </FormDialog>
  );
}

function MadeKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <SecretDialog title={texts.newKey} closeLabel={texts.done} onClose={onClose}>
      <Banner tone="warn">{texts.keyCreated}</Banner>
      <div className={`row gap-8 round-md quiet ${styles.key}`}>
        <code className="grow min-width-0 text-sm break-anywhere">{apiKey}</code>
        <CopyButton text={apiKey} label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
      </div>
    </SecretDialog>
  );
}
