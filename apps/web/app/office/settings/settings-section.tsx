import { useState } from 'react';
import { CircleOff, FlaskConical, PlugZap, type LucideIcon } from 'lucide-react';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ApiKeys } from './api-keys.tsx';
import { RestaurantForm } from './restaurant-form.tsx';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useSettings, type Provider, type Settings } from './use-settings.ts';
import { api } from '../../shared/api/api.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { newKey } from '../../shared/api/new-key.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';

export default function SettingsSection() {
  const { data, error, isFetching, refetch } = useSettings();
  return (
    <div className="stack gap-14 content-start">
      <h1>{texts.title}</h1>
      {!data && error && (
        <ErrorState title={texts.loadFailed} text={errorText(error)}>
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
    <Panel title={texts.connections}>
      <ul className={`grid ruled ${styles.list}`}>
        {providers.map(({ text, state }) => {
          const [tone, Icon] = LOOKS[state];
          return (
            <li className="row between gap-12" key={text}>
              <span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>
              <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                {texts.states[state]}
              </Badge>
            </li>
          );
        })}
      </ul>
      <p className="hint">{texts.connectionsNote}</p>
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
      const subject = texts.testSubject.replace('{name}', settings.name);
      const templateData = { subject, message: texts.testMessage };
      const { status } = await api(
        'sendEmail',
        { body: { to: me.email, templateId: 'custom', templateData, metadata: { source: 'settings' } } },
        { idempotencyKey: newKey() },
      );
      if (status === 'sent') toast.success(texts.testSent(me.email));
      else toast.info(status === 'outbox' ? texts.testInOutbox : texts.testQueued);
    } catch (error) {
      toast.error(texts.testFailed, { description: errorText(error) });
    }
    setBusy(false);
  }

  return (
    <Button look="line" busy={busy} onClick={() => void send()}>
      {texts.test}
    </Button>
  );
}
