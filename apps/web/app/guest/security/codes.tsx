import { useState } from 'react';
import { Download, Printer } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { saveFile } from '../../shared/api/save-csv.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useSite } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formOf, passwordField, textField } from '../../ui/form.ts';
import { EditDialog, PasswordField, TextField } from '../../ui/form-fields.tsx';
import { SecretDialog } from '../../ui/form-dialog.tsx';
import { printPart } from '../../ui/print-part.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { authPost } from './auth-post.ts';
import styles from './devices.module.css';

type Step = 'set-up' | 'new-codes' | 'switch-off';

export function TwoFactorCodes({ hasCodes, onChanged }: { hasCodes: boolean; onChanged: () => void }) {
  const [step, setStep] = useState<Step | null>(null);
  const close = () => {
    setStep(null);
    onChanged();
  };
  return (
    <section aria-labelledby="codes" className="stack gap-12">
      <h2 id="codes" className="row flex-wrap gap-8">
        {say`Sign-in codes`} <Badge tone={hasCodes ? 'ok' : undefined}>{hasCodes ? say`On` : say`Off`}</Badge>
      </h2>
      <p className="soft text-sm">{say`After your password you type six digits from an app on your phone. Nobody gets in with your password alone.`}</p>
      <div className="row flex-wrap gap-8-16">
        {hasCodes ? (
          <>
            <Button look="quiet" onClick={() => setStep('new-codes')}>
              {say`New recovery codes`}
            </Button>
            <Button look="danger" onClick={() => setStep('switch-off')}>
              {say`Switch codes off`}
            </Button>
          </>
        ) : (
          <Button onClick={() => setStep('set-up')}>{say`Set up codes`}</Button>
        )}
      </div>
      {step === 'set-up' && <SetUp onClose={close} />}
      {step === 'new-codes' && <NewCodes onClose={close} />}
      {step === 'switch-off' && <SwitchOff onClose={close} />}
    </section>
  );
}

/** The secret for the authenticator app, as a `otpauth:` address, and the recovery codes. */
interface Secrets {
  readonly uri: string;
  readonly recovery: readonly string[];
}

/** Password, then QR code and first code, then the recovery codes. */
function SetUp({ onClose }: { onClose: () => void }) {
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  const [isDone, setIsDone] = useState(false);
  if (!secrets) {
    return (
      <PasswordStep
        title={say`Codes from your phone`}
        text={say`You need an authenticator app on your phone. First, enter your password.`}
        confirm={say`Continue`}
        onClose={onClose}
        path="/two-factor/enable"
        onDone={(answer) => setSecrets({ uri: String(answer['totpURI']), recovery: textsIn(answer['backupCodes']) })}
      />
    );
  }
  if (isDone) return <Recovery codes={secrets.recovery} onClose={onClose} />;
  return <FirstCode uri={secrets.uri} onClose={onClose} onRight={() => setIsDone(true)} />;
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);
  if (recovery) return <Recovery codes={recovery} onClose={onClose} />;
  return (
    <PasswordStep
      title={say`New recovery codes`}
      text={say`The old ones will stop working. First, enter your password.`}
      confirm={say`Continue`}
      onClose={onClose}
      path="/two-factor/generate-backup-codes"
      onDone={(answer) => setRecovery(textsIn(answer['backupCodes']))}
    />
  );
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  return (
    <PasswordStep
      title={say`Switch codes off?`}
      text={say`After this, your password alone is enough to sign in. First, enter your password.`}
      confirm={say`Switch codes off`}
      onClose={onClose}
      path="/two-factor/disable"
      onDone={() => {
        toast.success(say`Codes are off.`);
        onClose();
      }}
    />
  );
}

const passwordForm = formOf({ password: passwordField(say`Password`) });

interface PasswordStepProps {
  title: string;
  text: string;
  confirm: string;
  path: string;
  onDone: (answer: Readonly<Record<string, unknown>>) => void;
  onClose: () => void;
}

function PasswordStep({ title, text, confirm, path, onDone, onClose }: PasswordStepProps) {
  const { sendOrThrow } = useAction((password: { password: string }) => authPost(path, password), { onDone });
  const form = useForm(passwordForm, { save: ({ values }) => sendOrThrow(values), refused: refusalText });
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
      <PasswordField {...form.at('password')} autoComplete="current-password" />
    </EditDialog>
  );
}

const codeForm = formOf({
  code: {
    ...textField(say`Code`, { required: true, input: { inputMode: 'numeric', maxLength: 8 } }),
    toPayload: (typed: string) => typed.replaceAll(/\s/g, ''),
  },
});

function FirstCode({ uri, onClose, onRight }: { uri: string; onClose: () => void; onRight: () => void }) {
  const form = useForm(codeForm, {
    save: ({ values }) => authPost('/two-factor/verify-totp', values).then(onRight),
    refused: refusalText,
  });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Point your phone at this`}
      description={say`Scan it with the app. Then type the six digits the app shows.`}
      save={say`Continue`}
      cancel={say`Not now`}
      onClose={onClose}
    >
      <div className={`center ${styles.qr}`}>
        <QrCode text={uri} label={say`QR code for your app`} />
      </div>
      <p className="hint break-anywhere">
        {say`Or type this into the app:`} <code>{secret}</code>
      </p>
      <TextField {...form.at('code')} autoComplete="one-time-code" />
    </EditDialog>
  );
}

function Recovery({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { name: restaurant } = useSite();
  const heading = say`Recovery codes for ${restaurant}. Each works once.`;

  function download() {
    try {
      saveFile('recovery-codes.txt', `${heading}\n\n${codes.join('\n')}\n`, 'text/plain');
    } catch {
      toast.error(say`The file could not be saved. Please print the codes or write them down.`);
    }
  }
  return (
    <SecretDialog title={say`Ten recovery codes`} closeLabel={say`I have saved them`} onClose={onClose}>
      <Banner tone="warn">{say`Each works once if you do not have your phone. Print them and store them safely: they are not shown again.`}</Banner>
      <div className="row gap-8" data-print="codes">
        <p className={styles.printed}>{heading}</p>
        <ol className={`grow ${styles.recovery}`}>
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ol>
        <CopyButton
          text={codes.join('\n')}
          label={say`Copy`}
          failed={say`Copying did not work. Please write them down.`}
        />
      </div>
      <div className="row flex-wrap gap-8">
        <Button look="quiet" onClick={() => printPart('codes')}>
          <Printer />
          {say`Print`}
        </Button>
        <Button look="quiet" onClick={download}>
          <Download />
          {say`Download as a text file`}
        </Button>
      </div>
    </SecretDialog>
  );
}

/** The strings of an answer of the auth library, whose answers are not typed. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
