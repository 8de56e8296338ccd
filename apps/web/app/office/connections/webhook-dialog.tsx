import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import type { WebhookEvent } from '@tiffin/domain/messages';
import { useCall } from '../../shared/api/use-call.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { booleanField, formOf, textField, valueField } from '../../ui/form.ts';
import { ChecksField, EditDialog, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { EVENT_CHOICES, WEBHOOKS_KEY, type Webhook } from './connections-data.ts';

const webhookForm = formOf(
  {
    url: textField(say`Address`, {
      missing: say`Enter an address that begins with https://`,
      hint: say`The program that gets the events tells you this address.`,
      input: { maxLength: 500, type: 'url', placeholder: 'https://' },
    }),
    events: valueField<string[]>(say`Events`, []),
    isActive: booleanField(say`Send events`, { hint: say`While it is off, events are not sent and not noted.` }),
  },
  { check: ({ events }) => (events.length === 0 ? { events: say`Choose at least one event` } : {}) },
);

/** Adds or changes a webhook. Its secret is shown once. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useRecordForm(webhookForm, {
    record: webhook,
    call: 'saveWebhook',
    body: ({ values: { events, ...values } }) => ({
      webhookId: webhook?.webhookId,
      ...values,
      // A webhook may have an event of a newer server, so the form holds texts.
      events: events as WebhookEvent[],
    }),
    initialValues: { isActive: true },
    changes: [WEBHOOKS_KEY],
    onDone: (answer) => (answer.secret === null ? onClose() : setSecret(answer.secret)),
  });
  if (secret !== null) {
    return (
      <SecretShown
        title={say`Secret of the webhook`}
        warning={say`Copy the secret now: it is not shown again. The other program verifies with it that events come from here.`}
        secret={secret}
        copy={say`Copy the secret`}
        onClose={onClose}
      />
    );
  }
  return (
    <EditDialog
      form={form}
      size="sm"
      title={webhook ? say`Change webhook` : say`New webhook`}
      save={webhook ? say`Save` : say`Add`}
      failed={say`The webhook was not saved`}
      onClose={onClose}
    >
      <TextField {...form.at('url')} />
      <ChecksField {...form.at('events')} options={EVENT_CHOICES} />
      <SwitchField {...form.at('isActive')} />
      {webhook && <SecretAndRemoval webhook={webhook} onSecret={setSecret} onRemoved={onClose} />}
    </EditDialog>
  );
}

interface SecretAndRemovalProps {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onRemoved: () => void;
}

function SecretAndRemoval({ webhook: { webhookId, url }, onSecret, onRemoved }: SecretAndRemovalProps) {
  const rotate = useCall('rotateWebhookSecret', {
    failed: say`The secret was not replaced`,
    onDone: ({ secret }) => onSecret(secret),
  });
  const remove = useCall('removeWebhook', {
    doneText: () => say`Webhook removed`,
    failed: say`The webhook was not removed`,
    changes: [WEBHOOKS_KEY],
    onDone: onRemoved,
  });
  return (
    <div className="flex flex-wrap gap-8">
      <Button look="line" size="sm" busy={rotate.isBusy} onClick={() => void rotate.send({ webhookId })}>
        {say`Replace the secret`}
      </Button>
      <ConfirmButton
        look="ghost"
        size="sm"
        question={{
          title: say`Remove this webhook?`,
          text: say`${url} gets no more events. What waits for it is deleted.`,
          confirm: say`Remove`,
          look: 'danger-solid',
        }}
        onConfirm={() => remove.send({ webhookId })}
      >
        {say`Remove`}
      </ConfirmButton>
      <p className="hint">{say`For 24 hours both secrets work, so that the other program has time to change.`}</p>
    </div>
  );
}
