import { useState } from 'react';
import { CircleOff, FlaskConical, PlugZap, type LucideIcon } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ApiKeys } from './api-keys.tsx';
import { RestaurantForm } from './restaurant-form.tsx';
import styles from './settings.module.css';
import { useSettings, type Provider, type Settings } from './use-settings.ts';
import { api } from '../../shared/api/api.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { newKey } from '../../shared/api/new-key.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';

const STATES = { live: say`On`, sandbox: say`Sandbox`, off: say`Off` };

export default function SettingsSection() {
  const { data, error, isFetching, refetch } = useSettings();
  return (
    <div className="stack gap-14 content-start">
      <h1>{say`Settings`}</h1>
      {!data && error && (
        <ErrorState title={say`Error Loading Settings`} text={errorText(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {say`Try Again`}
          </Button>
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label={say`Loading settings…`}>
          <Skeleton height={480} />
        </Loading>
      )}
      {data && (
        <div className={`stack gap-14 ${styles.columns}`}>
          <RestaurantForm settings={data.settings} />
          <div className="stack gap-14 content-start">
            <Connections providers={data.providers} settings={data.settings} />
            <ApiKeys />
          </div>
        </div>
      )}
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
              <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
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
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const subject = say`A test from {name}`.replace('{name}', settings.name);
      const templateData = { subject, message: say`Hello {customerName},\n\nthis email shows that sending works.` };
      const { status } = await api(
        'sendEmail',
        { body: { to: me.email, templateId: 'custom', templateData, metadata: { source: 'settings' } } },
        { idempotencyKey: newKey() },
      );
      if (status === 'sent') toast.success(say`Sent to ${me.email}`);
      else
        toast.info(
          status === 'outbox'
            ? say`No mail server is set up: the test waits in the outbox`
            : say`The mail server has not accepted it yet. It will be tried again`,
        );
    } catch (error) {
      toast.error(say`The test could not be sent`, { description: errorText(error) });
    }
    setBusy(false);
  }

  return (
    <Button look="line" busy={busy} onClick={() => void send()}>
      {say`Send me a test email`}
    </Button>
  );
}
