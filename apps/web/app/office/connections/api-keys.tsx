import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { useState } from 'react';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { ListPanel } from '../../shared/page/list-panel.tsx';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { IconState } from '../../ui/states.tsx';
import { KEY_KINDS, limitsText } from './api-key-limits.ts';
import { API_KEYS_KEY, type ApiKey } from './connections-data.ts';
import { EmbedDialog } from './embed-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

const createdText = (date: string, by: string | null) => (by ? say`created ${date} by ${by}` : say`created ${date}`);

export function ApiKeys() {
  const keys = useQuery({ ...apiQuery(API_KEYS_KEY, 'getApiKeys'), select: ({ apiKeys }) => apiKeys });
  return (
    <ListPanel
      part="keys"
      title={say`API keys`}
      explain={say`A customer key is public and identifies a site. An admin key is for a program: it can do everything an admin can, unless you limit it.`}
      query={keys}
      failed={say`The API keys could not be loaded`}
      none={
        <IconState
          title={say`No API keys yet`}
          text={say`Only browsers use this server so far.`}
          level={3}
          icon={<KeyRound />}
        />
      }
      add={say`Create key`}
      dialog={(onClose) => <NewKeyDialog onClose={onClose} />}
    >
      {(key) => <KeyRow key={key.id} apiKey={key} />}
    </ListPanel>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { timeZone } = useSite();
  const names = Object.fromEntries(useLocations().map(({ id, name }) => [id, name]));
  const [now] = useState(serverNow);
  const revoke = useCall('revokeApiKey', {
    changes: [API_KEYS_KEY],
    doneText: () => say`Key revoked`,
    failed: say`The key could not be revoked`,
  });
  const limits = limitsText(apiKey, names, timeZone, now);
  const { id: keyId, name, origins, expiresAt, revokedAt } = apiKey;
  const [isEmbedding, setIsEmbedding] = useState(false);
  return (
    <li className="row flex-wrap between">
      <div className="grid min-width-0 break-anywhere">
        <b className="weight-600">{name}</b>
        <span className="hint">
          <code>{apiKey.shown}</code> {KEY_KINDS[apiKey.kind]}
        </span>
        {limits !== null && <span className="hint">{limits}</span>}
        <span className="hint">{historyOf(apiKey)}</span>
      </div>
      {origins && !revokedAt && (
        <Button look="line" size="sm" aria-label={say`For your website: ${name}`} onClick={() => setIsEmbedding(true)}>
          {say`For your website`}
        </Button>
      )}
      {isEmbedding && <EmbedDialog publicKey={apiKey.shown} onClose={() => setIsEmbedding(false)} />}
      {revokedAt ? (
        <Badge>{say`Revoked ${formatTime(revokedAt, 'day')}`}</Badge>
      ) : expiresAt !== null && new Date(expiresAt) <= now ? (
        <Badge tone="warn">{say`Expired ${formatTime(expiresAt, 'day', timeZone)}`}</Badge>
      ) : (
        <ConfirmButton
          look="ghost"
          size="sm"
          aria-label={say`Revoke ${name}`}
          question={{
            title: say`Revoke ${name}?`,
            text: say`Programs that use it stop working at once. Keys that were created with it and invitations that were sent with it end too. This cannot be undone.`,
            confirm: say`Revoke`,
            look: 'danger-solid',
          }}
          onConfirm={() => revoke.send({ keyId })}
        >
          {say`Revoke`}
        </ConfirmButton>
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
