import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@tiffin/domain/messages';
import { useState } from 'react';
import { apiQuery } from '../../shared/api/queries.ts';
import { ListPanel } from '../../shared/page/list-panel.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { SentBars } from '../../ui/sent-bars.tsx';
import { IconState } from '../../ui/states.tsx';
import { WEBHOOKS_KEY, type Webhook } from './connections-data.ts';
import styles from './connections.module.css';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

export function Webhooks() {
  const webhooks = useQuery({ ...apiQuery(WEBHOOKS_KEY, 'getWebhooks'), select: (answer) => answer.webhooks });
  return (
    <ListPanel
      part="webhooks"
      title={say`Webhooks`}
      explain={say`Other programs are told what happens here: signed, in order, and again for three days if need be.`}
      query={webhooks}
      failed={say`The webhooks could not be loaded`}
      none={
        <IconState
          title={say`No webhooks yet`}
          text={say`Bookkeeping, a courier or a loyalty program can get orders and reservations at once.`}
          level={3}
          icon={<WebhookIcon />}
        />
      }
      add={say`New webhook`}
      dialog={(onClose) => <WebhookDialog webhook={null} onClose={onClose} />}
    >
      {(webhook) => <WebhookRow key={webhook.webhookId} {...webhook} />}
    </ListPanel>
  );
}

function WebhookRow(webhook: Webhook) {
  const { url, events, hours } = webhook;
  const [dialog, setDialog] = useState<'deliveries' | 'change' | null>(null);
  const close = () => setDialog(null);
  const { host, pathname } = new URL(url);
  return (
    <li className={`grid column-and-end gap-8-16 ${styles.webhook}`}>
      <div className="grid gap-4 min-width-0 break-anywhere">
        <b className="weight-600">{host}</b>
        <span className="hint">
          <code>{pathname}</code>
        </span>
        <span className="hint">{events.map(eventName).join(', ')}</span>
      </div>
      <Hours hours={hours} />
      <StateBadge {...webhook} />
      <div className="flex flex-wrap gap-8">
        <Button look="line" size="sm" aria-label={say`Deliveries to ${host}`} onClick={() => setDialog('deliveries')}>
          {say`Deliveries`}
        </Button>
        <Button look="quiet" size="sm" aria-label={say`Change ${host}`} onClick={() => setDialog('change')}>
          {say`Change`}
        </Button>
      </div>
      {dialog === 'deliveries' && <WebhookDeliveries webhook={webhook} onClose={close} />}
      {dialog === 'change' && <WebhookDialog webhook={webhook} onClose={close} />}
    </li>
  );
}

/** A newer server may know more events. */
function eventName(event: string): string {
  return WEBHOOK_EVENT_NAMES[event as WebhookEvent] ?? event;
}

function StateBadge({ isActive, isValid, switchedOff, setUpBy, waiting, failingSince }: Webhook) {
  if (switchedOff !== null) return <Badge tone="bad">{say`Switched off: ${switchedOff}`}</Badge>;
  if (!isActive) return <Badge>{say`Paused`}</Badge>;
  if (!isValid) {
    return (
      <Badge tone="warn">
        {setUpBy === null
          ? say`Stopped: its API key has ended. Save it to go on.`
          : say`Stopped: ${setUpBy} is no longer an admin. Save it to go on.`}
      </Badge>
    );
  }
  if (failingSince !== null)
    return <Badge tone="bad">{say`${waiting} waiting, failing since ${formatTime(failingSince, 'date-time')}`}</Badge>;
  return <Badge tone="ok">{waiting === 0 ? say`All delivered` : say`${waiting} waiting`}</Badge>;
}

/** The last 24 hours, hour by hour. */
function Hours({ hours }: Pick<Webhook, 'hours'>) {
  const sum = (kind: 'delivered' | 'failed') => hours.reduce((total, hour) => total + hour[kind], 0);
  const [delivered, failed] = [sum('delivered'), sum('failed')];
  return (
    <SentBars
      label={say`In the last 24 hours: ${delivered} delivered, ${failed} not`}
      bars={hours.map((hour, at) => ({
        title: say`${hours.length - at} h ago: ${hour.delivered} delivered, ${hour.failed} not`,
        sent: hour.delivered,
        failed: hour.failed,
      }))}
    />
  );
}
