import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api, type Answer, type CallOptions } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { supportsPasskeys, makePasskey } from '../../shared/session/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { useForm } from '../../ui/use-form.ts';
import { deviceName } from './device-name.ts';
import { DeviceRow } from './device-row.tsx';
import styles from './devices.module.css';

type Passkey = Answer<'getMyDevices'>['passkeys'][number];

interface PasskeysProps {
  passkeys: readonly Passkey[];
  mayAdd: boolean;
  onChanged: () => void;
}

export function Passkeys({ passkeys, mayAdd, onChanged }: PasskeysProps) {
  const [edited, setEdited] = useState<Passkey | 'new' | null>(null);
  const remove = useAction(callOf('removePasskey'), {
    doneText: () => say`That passkey no longer works.`,
    failed: say`The passkey was not removed`,
    onDone: onChanged,
  });
  const hydrated = useHydrated();
  const close = () => {
    setEdited(null);
    // Also after cancelling: a request without a response may have been carried out.
    onChanged();
  };
  return (
    <section aria-labelledby="passkeys" className="stack gap-12">
      <h2 id="passkeys">{say`Passkeys`}</h2>
      <p className="soft text-sm">{say`Your phone or laptop confirms that it is you, by fingerprint, face or PIN, instead of a password and codes. Nothing to remember, nothing to steal.`}</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <DeviceRow
              key={passkey.id}
              name={passkey.name}
              hint={[
                say`added ${formatTime(passkey.addedAt, 'date-time')}`,
                passkey.lastUsedAt && say`last used ${formatTime(passkey.lastUsedAt, 'date-time')}`,
              ]
                .filter(Boolean)
                .join(', ')}
            >
              <div className="row gap-8">
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={say`Rename ${passkey.name}`}
                  onClick={() => setEdited(passkey)}
                >
                  {say`Rename`}
                </Button>
                <ConfirmButton
                  look="quiet"
                  size="sm"
                  aria-label={say`Remove ${passkey.name}`}
                  question={{
                    title: say`Remove ${passkey.name}?`,
                    text: say`It will no longer work. Devices that are signed in stay signed in: sign them out below.`,
                    confirm: say`Remove`,
                    cancel: say`Keep it`,
                    look: 'danger-solid',
                  }}
                  onConfirm={() => remove.send({ passkeyId: passkey.id })}
                >
                  {say`Remove`}
                </ConfirmButton>
              </div>
            </DeviceRow>
          ))}
        </ul>
      )}
      {passkeys.length > 0 && (
        <p className="hint">{say`Is one of these not yours, or have you lost yours? Choose a new password, and ask an admin to switch off your codes and passkeys. If you are the only admin, the person who runs the server can do it: npm run admin -- reset-password, with your email address and --codes.`}</p>
      )}
      {mayAdd && (
        <div className="row">
          <Button
            disabledReason={hydrated && !supportsPasskeys() ? say`This browser does not support passkeys.` : null}
            onClick={() => setEdited('new')}
          >
            {say`Add a passkey`}
          </Button>
        </div>
      )}
      {edited === 'new' && (
        <NameDialog
          title={say`A passkey`}
          text={say`Use this device if only you use it, or use your phone. Your browser asks which.`}
          confirm={say`Continue`}
          suggestedName={deviceName({ browser: navigator.userAgent })}
          doneText={say`You can sign in with it from now on.`}
          onClose={close}
          run={async (name, options) => {
            // Only the start needs the confirmed identity in `options`: its challenge proves the second call.
            const started = await api('startPasskeyRegistration', { body: {} }, options);
            const credential = await makePasskey(started);
            return api('addPasskey', { body: { name, made: credential } });
          }}
        />
      )}
      {edited !== null && edited !== 'new' && (
        <NameDialog
          title={say`Rename ${edited.name}`}
          confirm={say`Rename`}
          suggestedName={edited.name}
          onClose={close}
          run={(name, options) => api('renamePasskey', { body: { passkeyId: edited.id, name } }, options)}
        />
      )}
    </section>
  );
}

const MISSING = say`Please give it a name`;
const nameForm = formOf({
  name: textField(say`Name`, {
    missing: MISSING,
    hint: say`A name you will recognize: My phone, Office laptop`,
    input: { maxLength: 60 },
  }),
});

interface NameDialogProps {
  title: string;
  text?: string;
  confirm: string;
  /** The name to start with. */
  suggestedName: string;
  doneText?: string;
  run: (name: string, options: CallOptions) => Promise<unknown>;
  onClose: () => void;
}

function NameDialog({ title, text, confirm, suggestedName, doneText, run, onClose }: NameDialogProps) {
  const { sendOrThrow } = useAction(run, { doneText: () => doneText ?? null, onDone: onClose });
  const form = useForm(nameForm, {
    initialValues: { name: suggestedName },
    save: ({ values }) => sendOrThrow(values.name),
    refused: refusalText,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={title}
      description={text}
      save={confirm}
      cancel={say`Not now`}
      onClose={onClose}
    >
      {/* Asked for at once: the field starts with a name, so it is empty only if the person empties it. */}
      <TextField {...form.at('name')} error={form.draft.name.trim() === '' ? MISSING : undefined} />
    </EditDialog>
  );
}
