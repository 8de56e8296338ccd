import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { supportsPasskeys, makePasskey } from '../../shared/session/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { deviceName } from './device-name.ts';
import styles from './devices.module.css';

type Passkey = Answer<'getMyDevices'>['passkeys'][number];
type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };

/** The person's passkeys, with ways to add, rename and remove one. */
export function Passkeys({
  passkeys,
  mayAdd,
  onChanged,
}: {
  passkeys: readonly Passkey[];
  mayAdd: boolean;
  onChanged: () => void;
}) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const hydrated = useHydrated();
  const close = () => {
    setDoing(null);
    onChanged();
  };
  return (
    <section aria-labelledby="passkeys" className="stack gap-12">
      <h2 id="passkeys">{say`Passkeys`}</h2>
      <p className="soft text-sm">{say`Your phone or laptop confirms that it is you, by fingerprint, face or PIN, instead of a password and codes. Nothing to remember, nothing to steal.`}</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="row flex-wrap between gap-8-16">
              <div className="grid min-width-0 break-anywhere">
                <b className="weight-600">{passkey.name}</b>
                <span className="hint">
                  {say`added ${formatTime(passkey.addedAt, 'date-time')}`}
                  {passkey.lastUsedAt !== null && `, ${say`last used ${formatTime(passkey.lastUsedAt, 'date-time')}`}`}
                </span>
              </div>
              <div className="row gap-8">
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={say`Rename ${passkey.name}`}
                  onClick={() => setDoing({ what: 'rename', passkey })}
                >
                  {say`Rename`}
                </Button>
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={say`Remove ${passkey.name}`}
                  onClick={() => setDoing({ what: 'remove', passkey })}
                >
                  {say`Remove`}
                </Button>
              </div>
            </li>
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
            onClick={() => setDoing({ what: 'add' })}
          >
            {say`Add a passkey`}
          </Button>
        </div>
      )}
      {doing?.what === 'add' && <Add onClose={close} />}
      {doing?.what === 'rename' && <Rename passkey={doing.passkey} onClose={close} />}
      {doing?.what === 'remove' && <Remove passkey={doing.passkey} onClose={close} />}
    </section>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  return (
    <Named
      title={say`A passkey`}
      text={say`Use this device if only you use it, or use your phone. Your browser asks which.`}
      confirm={say`Continue`}
      first={deviceName({ browser: navigator.userAgent, tablet: null })}
      onClose={onClose}
      go={async (name) => {
        const started = await withFreshSignIn(() => api('startPasskeyRegistration', { body: {} }));
        await api('addPasskey', { body: { name, made: await makePasskey(started) } });
        toast.success(say`You can sign in with it from now on.`);
      }}
    />
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <Named
      title={say`Rename ${passkey.name}`}
      confirm={say`Rename`}
      first={passkey.name}
      onClose={onClose}
      go={(name) => api('renamePasskey', { body: { passkeyId: passkey.id, name } })}
    />
  );
}

function Named({
  title,
  text,
  confirm,
  first,
  onClose,
  go,
}: {
  title: string;
  text?: string;
  confirm: string;
  first: string;
  onClose: () => void;
  go: (name: string) => Promise<unknown>;
}) {
  const [name, setName] = useState(first);
  const isMissing = name.trim() === '';
  const { busy, problem, submit } = useRequestState(async () => {
    if (isMissing) return;
    await go(name.trim());
    onClose();
  });
  return (
    <FormDialog
      title={title}
      {...(text !== undefined && { description: text })}
      confirmLabel={confirm}
      cancelLabel={say`Not now`}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={say`Name`}
        hint={say`A name you will recognize: My phone, Office laptop`}
        error={isMissing ? say`Please give it a name` : problem}
        required
      >
        <TextInput value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

function Remove({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      title={say`Remove ${passkey.name}?`}
      description={say`It will no longer work. Devices that are signed in stay signed in: sign them out below.`}
      confirmLabel={say`Remove`}
      cancelLabel={say`Keep it`}
      look="danger-solid"
      onCancel={onClose}
      onConfirm={async () => {
        try {
          await withFreshSignIn(() => api('removePasskey', { body: { passkeyId: passkey.id } }));
          toast.success(say`That passkey no longer works.`);
        } catch (error) {
          toast.error(errorTextOrServerMessage(error, [404]));
        }
        onClose();
      }}
    />
  );
}
