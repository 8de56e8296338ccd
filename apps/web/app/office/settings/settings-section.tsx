import { useQuery } from '@tanstack/react-query';
import { CircleOff, FlaskConical, PlugZap, type LucideIcon, KeyRound, Plus } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { useState } from 'react';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { IconState } from '../../ui/states.tsx';
import { RestaurantForm } from './restaurant-form.tsx';
import styles from './settings.module.css';
import { SETTINGS_KEY, type Settings, API_KEYS_KEY, type ApiKey } from './use-settings.ts';
import { KEY_KINDS, limitsText } from './api-key-limits.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

type Provider = Answer<'getSettings'>['providers'][number];

const STATES = { live: say`On`, sandbox: say`Sandbox`, off: say`Off` };

export default function SettingsSection() {
  return (
    <div className="stack gap-14 content-start">
      <h1>{say`Settings`}</h1>
      <Loaded
        query={useQuery(apiQuery(SETTINGS_KEY, 'getSettings'))}
        failed={say`Error Loading Settings`}
        rows={1}
        height={480}
      >
        {({ settings, providers }) => (
          <div className={`stack gap-14 ${styles.columns}`}>
            <RestaurantForm settings={settings} />
            <div className="stack gap-14 content-start">
              <Connections providers={providers} settings={settings} />
              <ApiKeys />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  );
}

const LOOKS: Readonly<Record<Provider['state'], readonly [Tone, LucideIcon]>> = {
  live: ['ok', PlugZap],
  sandbox: ['warn', FlaskConical],
  off: ['neutral', CircleOff],
};

/** The connected services, and a button to send a test mail. */
function Connections({ providers, settings }: { providers: readonly Provider[]; settings: Settings }) {
  return (
    <Panel title={say`Connections`}>
      <ul className={`grid ruled ${styles.list}`}>
        {providers.map(({ text, state }) => {
          const [tone, Icon] = LOOKS[state];
          return (
            <li className="row between gap-12" key={text}>
              <span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>
              <Badge tone={tone} icon={<Icon />}>
                {STATES[state]}
              </Badge>
            </li>
          );
        })}
      </ul>
      <p className="hint">{say`Set up where the server is started. They are only shown here.`}</p>
      <TestMail settings={settings} />
    </Panel>
  );
}

function TestMail({ settings }: { settings: Settings }) {
  const { me } = useBackOffice();
  const test = useCall('sendEmail', {
    done: ({ status }) => (status === 'sent' ? say`Sent to ${me.email}` : null),
    failed: say`The test could not be sent`,
    onDone({ status }) {
      if (status === 'outbox') toast.info(say`No mail server is set up: the test waits in the outbox`);
      else if (status !== 'sent') toast.info(say`The mail server has not accepted it yet. It will be tried again`);
    },
  });
  const subject = say`A test from {name}`.replace('{name}', settings.name);
  const message = say`Hello {customerName},\n\nthis email shows that sending works.`;
  return (
    <Button
      look="line"
      busy={test.isBusy}
      onClick={() =>
        void test.send({
          to: me.email,
          templateId: 'custom',
          templateData: { subject, message },
          metadata: { source: 'settings' },
        })
      }
    >
      {say`Send me a test email`}
    </Button>
  );
}

const createdText = (date: string, by: string | null) => (by ? say`created ${date} by ${by}` : say`created ${date}`);

function ApiKeys() {
  const keys = useQuery(apiQuery(API_KEYS_KEY, 'getApiKeys'));
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Panel
      title={say`API keys`}
      aside={
        <Button look="quiet" size="sm" onClick={() => setIsCreating(true)}>
          <Plus />
          {say`Create key`}
        </Button>
      }
    >
      <p className="hint">{say`A customer key is public and identifies a site. An admin key is for a program: it can do everything an admin can, unless you limit it.`}</p>
      <Loaded query={keys} failed={say`Error Loading Settings`} rows={1} height={120} level={3}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <IconState
              title={say`No API keys yet`}
              text={say`Only browsers use this server so far.`}
              level={3}
              icon={<KeyRound />}
            />
          ) : (
            <ul className={`ruled ${styles.keysList}`}>
              {apiKeys.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <NewKeyDialog onClose={() => setIsCreating(false)} />}
    </Panel>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { timeZone } = useSite();
  const names = Object.fromEntries(useLocations().map(({ id, name }) => [id, name]));
  const [now] = useState(() => new Date());
  const revoke = useCall('revokeApiKey', {
    changes: [API_KEYS_KEY],
    done: () => say`Key revoked`,
    failed: say`The key could not be revoked`,
  });
  const limits = limitsText(apiKey, names, timeZone, now);
  const { id: keyId, name, expiresAt, revokedAt } = apiKey;
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
