import { useQuery } from '@tanstack/react-query';
import { CircleOff, FlaskConical, PlugZap, type LucideIcon } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PartLinks, showPart } from '../../ui/parts.tsx';
import { toast } from '../../ui/toasts.ts';
import { RestaurantForm } from './restaurant-form.tsx';
import styles from './settings.module.css';
import { SETTINGS_KEY, type Settings } from './use-settings.ts';

type Provider = Answer<'getSettings'>['providers'][number];

/** Made once, because a page has one language from the start. */
const STATE_LABELS = { live: say`On`, sandbox: say`Sandbox`, off: say`Off` };

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
          <>
            <SettingsParts />
            <div className={`stack gap-14 ${styles.columns}`}>
              <RestaurantForm settings={settings} />
              <div className="stack gap-14 content-start">
                <Services providers={providers} settings={settings} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The panels of the page. */
const PARTS = [
  { id: 'restaurant', name: say`The restaurant` },
  { id: 'look', name: say`Appearance` },
  { id: 'money', name: say`Money` },
  { id: 'languages', name: say`Languages` },
  { id: 'discounts', name: say`Discounts by staff` },
  { id: 'points', name: say`Points` },
  { id: 'texts', name: say`Texts to guests we do not know` },
  { id: 'addresses', name: say`Network addresses` },
  { id: 'privacy', name: say`Privacy` },
  { id: 'sender', name: say`Email sender` },
  { id: 'services', name: say`Services` },
];

/** The links to the parts. It is rendered once the settings are loaded, so that a link finds its part. */
function SettingsParts() {
  useLinkedPart('settings', showPart);
  return <PartLinks parts={PARTS} />;
}

const STATE_LOOKS: Readonly<Record<Provider['state'], readonly [Tone, LucideIcon]>> = {
  live: ['ok', PlugZap],
  sandbox: ['warn', FlaskConical],
  off: ['neutral', CircleOff],
};

function Services({ providers, settings }: { providers: readonly Provider[]; settings: Settings }) {
  return (
    <Panel part="services" title={say`Services`}>
      <ul className={`grid ruled ${styles.list}`}>
        {/* The description is in lower case, such as “card payments: off”. */}
        {providers.map(({ text: description, state }) => {
          const [tone, Icon] = STATE_LOOKS[state];
          return (
            <li className="row between gap-12" key={description}>
              <span>{description.charAt(0).toUpperCase() + description.slice(1)}</span>
              <Badge tone={tone} icon={<Icon />}>
                {STATE_LABELS[state]}
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
    // Only a mail that was sent is a success. `onDone` shows the other outcomes.
    doneText: ({ status }) => (status === 'sent' ? say`Sent to ${me.email}` : null),
    failed: say`The test could not be sent`,
    onDone({ status }) {
      if (status === 'outbox') toast.info(say`No mail server is set up: the test waits in the outbox`);
      else if (status !== 'sent') toast.info(say`The mail server has not accepted it yet. It will be tried again`);
    },
  });
  const subject = say`A test from ${settings.name}`;
  // The server fills in the name of the recipient.
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
