import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { useState } from 'react';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { WEBHOOKS_KEY, type WebhookDelivery, type Webhook } from './connections-data.ts';
import styles from './connections.module.css';

type Filter = 'all' | 'waiting';

/** What was sent to a webhook, what waits, and why. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhookId, url, waiting } = webhook;
  const [filter, setFilter] = useState<Filter>(waiting > 0 ? 'waiting' : 'all');
  const query = { webhookId, waiting: filter === 'waiting' ? 'true' : undefined };
  const deliveries = useQuery({
    ...apiQuery([...WEBHOOKS_KEY, webhookId, filter], 'getWebhookDeliveries', { query }),
    select: (answer) => answer.deliveries,
    refetchInterval: 5_000,
  });
  const resend = useResend();
  return (
    <Dialog size="lg" title={say`Deliveries`} description={url} onClose={onClose}>
      <div className="stack gap-14">
        <div className="row flex-wrap between">
          <Segmented
            legend={say`Show`}
            legendHidden
            options={optionsOf({ waiting: say`Waiting`, all: say`All` })}
            value={filter}
            onValue={setFilter}
          />
          {waiting > 0 && (
            <Button look="line" size="sm" busy={resend.isBusy} onClick={() => void resend.send({ webhookId })}>
              {say`Send all ${waiting} now`}
            </Button>
          )}
        </div>
        <Loaded query={deliveries} failed={say`The deliveries could not be loaded`} rows={3} height={64} level={3}>
          {(list) =>
            list.length === 0 ? (
              <p className="hint">{filter === 'waiting' ? say`Nothing waits.` : say`Nothing was sent this week.`}</p>
            ) : (
              <ul className="ruled">
                {list.map((delivery) => (
                  <DeliveryRow key={delivery.deliveryId} webhookId={webhookId} delivery={delivery} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

function useResend() {
  return useCall('resendWebhook', {
    doneText: () => say`It is sent now`,
    failed: say`It could not be sent again`,
    changes: [WEBHOOKS_KEY],
  });
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { deliveryId, type, subject, at, answer } = delivery;
  const [isOpen, setIsOpen] = useState(false);
  const resend = useResend();
  const id = subject.slice(subject.indexOf(':') + 1);
  return (
    <li className={`grid column-and-end gap-8-16 ${styles.webhook}`}>
      <div className="grid gap-4 min-width-0 break-anywhere">
        <span>
          <b className="weight-600">{type}</b> <code>{id}</code>
        </span>
        <span className="hint">
          {formatTime(at, 'date-time')}, {stateText(delivery)}
        </span>
        {answer !== null && <span className="hint danger">{answer}</span>}
      </div>
      <div className="flex flex-wrap gap-8">
        <Button look="quiet" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {say`What was sent`}
        </Button>
        <Button look="line" size="sm" busy={resend.isBusy} onClick={() => void resend.send({ deliveryId })}>
          {say`Send again`}
        </Button>
      </div>
      {isOpen && <SentBody webhookId={webhookId} deliveryId={deliveryId} />}
    </li>
  );
}

function stateText({ state, attempts, nextAttemptAt }: WebhookDelivery): string {
  if (state === 'delivered') return attempts === 1 ? say`arrived` : say`arrived at attempt ${attempts}`;
  if (state === 'failed') return say`given up after ${attempts} attempts`;
  if (attempts === 0) return say`waits`;
  const next = formatTime(nextAttemptAt ?? '', 'time');
  return attempts === 1
    ? say`${attempts} attempt, the next at ${next}`
    : say`${attempts} attempts, the next at ${next}`;
}

function SentBody({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const query = useQuery(
    apiQuery([...WEBHOOKS_KEY, webhookId, deliveryId], 'getWebhookDeliveries', { query: { webhookId, deliveryId } }),
  );
  return (
    <Loaded query={query} failed={say`The deliveries could not be loaded`} rows={1} height={80} level={3}>
      {({ deliveries: [sent] }) => (
        <pre className={`all-columns round-md quiet text-sm break-anywhere ${styles.sent}`}>
          {sent?.body ? JSON.stringify(JSON.parse(sent.body), null, 1) : say`It is no longer kept.`}
        </pre>
      )}
    </Loaded>
  );
}
