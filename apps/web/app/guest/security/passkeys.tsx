import { useState } from 'react';
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
import { passkeyTexts as texts } from './texts.ts';

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
      <h2 id="passkeys">{texts.title}</h2>
      <p className="soft text-sm">{texts.text}</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="row flex-wrap between gap-8-16">
              <div className="grid min-width-0 break-anywhere">
                <b className="weight-600">{passkey.name}</b>
                <span className="hint">
                  {texts.added(formatTime(passkey.addedAt, 'date-time'))}
                  {passkey.lastUsedAt !== null && `, ${texts.used(formatTime(passkey.lastUsedAt, 'date-time'))}`}
                </span>
              </div>
              <div className="row gap-8">
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={texts.renameOf(passkey.name)}
                  onClick={() => setDoing({ what: 'rename', passkey })}
                >
                  {texts.rename}
                </Button>
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={texts.removeOf(passkey.name)}
                  onClick={() => setDoing({ what: 'remove', passkey })}
                >
                  {texts.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {passkeys.length > 0 && <p className="hint">{texts.foreign}</p>}
      {mayAdd && (
        <div className="row">
          <Button
            disabledReason={hydrated && !supportsPasskeys() ? texts.unknown : null}
            onClick={() => setDoing({ what: 'add' })}
          >
            {texts.add}
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
      title={texts.addTitle}
      text={texts.addText}
      confirm={texts.goOn}
      first={deviceName({ browser: navigator.userAgent, tablet: null })}
      onClose={onClose}
      go={async (name) => {
        const started = await withFreshSignIn(() => api('startPasskeyRegistration', { body: {} }));
        await api('addPasskey', { body: { name, made: await makePasskey(started) } });
        toast.success(texts.isAdded);
      }}
    />
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <Named
      title={texts.renameOf(passkey.name)}
      confirm={texts.rename}
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
      cancelLabel={texts.cancel}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={texts.name} hint={texts.nameHint} error={isMissing ? texts.nameRequired : problem} required>
        <TextInput value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

function Remove({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      title={texts.removeTitle(passkey.name)}
      description={texts.removeText}
      confirmLabel={texts.remove}
      cancelLabel={texts.keep}
      look="danger-solid"
      onCancel={onClose}
      onConfirm={async () => {
        try {
          await withFreshSignIn(() => api('removePasskey', { body: { passkeyId: passkey.id } }));
          toast.success(texts.isRemoved);
        } catch (error) {
          toast.error(errorTextOrServerMessage(error, [404]));
        }
        onClose();
      }}
    />
  );
}
