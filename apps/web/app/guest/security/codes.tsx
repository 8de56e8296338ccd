import { useState } from 'react';
import { Download, Printer } from 'lucide-react';
import { saveFile } from '../../shared/api/save-csv.ts';
import { useSite } from '../../shared/site/site.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog, SecretDialog } from '../../ui/form-dialog.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { printPart } from '../../ui/print-part.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toasts.ts';
import { authPost } from './auth-post.ts';
import styles from './devices.module.css';
import { texts } from './texts.ts';

type Doing = 'set-up' | 'new-codes' | 'switch-off';

/** Two-factor codes: setting them up, replacing the recovery codes, turning them off. */
export function TwoFactorCodes({ hasCodes, onChanged }: { hasCodes: boolean; onChanged: () => void }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => {
    setDoing(null);
    onChanged();
  };
  return (
    <section aria-labelledby="codes" className="stack gap-12">
      <h2 id="codes" className="row flex-wrap gap-8">
        {texts.codes} <Badge {...(hasCodes && { tone: 'ok' as const })}>{hasCodes ? texts.isOn : texts.isOff}</Badge>
      </h2>
      <p className="soft text-sm">{texts.codesText}</p>
      <div className="row flex-wrap gap-8-16">
        {hasCodes ? (
          <>
            <Button look="quiet" onClick={() => setDoing('new-codes')}>
              {texts.newCodes}
            </Button>
            <Button look="danger" onClick={() => setDoing('switch-off')}>
              {texts.switchOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setDoing('set-up')}>{texts.setUp}</Button>
        )}
      </div>
      {doing === 'set-up' && <SetUp onClose={close} />}
      {doing === 'new-codes' && <NewCodes onClose={close} />}
      {doing === 'switch-off' && <SwitchOff onClose={close} />}
    </section>
  );
}

interface Made {
  readonly uri: string;
  readonly recovery: readonly string[];
}

/** Password, then QR code and first code, then the recovery codes. */
function SetUp({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [isDone, setIsDone] = useState(false);
  if (!made) {
    return (
      <PasswordStep
        title={texts.setUpTitle}
        text={texts.setUpText}
        confirm={texts.goOn}
        onClose={onClose}
        go={async (password) => {
          const answer = await withFreshSignIn(() => authPost('/two-factor/enable', password));
          setMade({ uri: String(answer['totpURI']), recovery: textsIn(answer['backupCodes']) });
        }}
      />
    );
  }
  if (isDone) return <Recovery codes={made.recovery} onClose={onClose} />;
  return <FirstCode uri={made.uri} onClose={onClose} onRight={() => setIsDone(true)} />;
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);
  if (recovery) return <Recovery codes={recovery} onClose={onClose} />;
  return (
    <PasswordStep
      title={texts.newCodes}
      text={texts.newCodesText}
      confirm={texts.goOn}
      onClose={onClose}
      go={async (password) => {
        const answer = await withFreshSignIn(() => authPost('/two-factor/generate-backup-codes', password));
        setRecovery(textsIn(answer['backupCodes']));
      }}
    />
  );
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  return (
    <PasswordStep
      title={texts.switchOffTitle}
      text={texts.switchOffText}
      confirm={texts.switchOff}
      onClose={onClose}
      go={async (password) => {
        await withFreshSignIn(() => authPost('/two-factor/disable', password));
        toast.success(texts.switchedOff);
        onClose();
      }}
    />
  );
}

function PasswordStep({
  title,
  text,
  confirm,
  onClose,
  go,
}: {
  title: string;
  text: string;
  confirm: string;
  onClose: () => void;
  go: (password: { password: string }) => Promise<void>;
}) {
  const [password, setPassword] = useState('');
  const { busy, problem, submit } = useRequestState(() => go({ password }));
  return (
    <FormDialog
      title={title}
      description={text}
      confirmLabel={confirm}
      cancelLabel={texts.cancel}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={texts.password} error={problem} required>
        <PasswordInput
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function FirstCode({ uri, onClose, onRight }: { uri: string; onClose: () => void; onRight: () => void }) {
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useRequestState(async () => {
    await authPost('/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') });
    onRight();
  });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <FormDialog
      title={texts.scanTitle}
      description={texts.scanText}
      confirmLabel={texts.goOn}
      cancelLabel={texts.cancel}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={`center ${styles.qr}`}>
        <QrCode text={uri} label={texts.qrAlt} />
      </div>
      <p className="hint break-anywhere">
        {texts.typeInstead} <code>{secret}</code>
      </p>
      <Field label={texts.code} error={problem} required>
        <TextInput
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function Recovery({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { name: restaurant } = useSite();
  const heading = texts.recoveryOf(restaurant);

  function download() {
    try {
      saveFile('recovery-codes.txt', `${heading}\n\n${codes.join('\n')}\n`, 'text/plain');
    } catch {
      toast.error(texts.downloadFailed);
    }
  }
  return (
    <SecretDialog title={texts.recoveryTitle} closeLabel={texts.codesSaved} onClose={onClose}>
      <Banner tone="warn">{texts.recoveryText}</Banner>
      <div className="row gap-8" data-print="codes">
        <p className={styles.printed}>{heading}</p>
        <ol className={`grow ${styles.recovery}`}>
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ol>
        <CopyButton text={codes.join('\n')} label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
      </div>
      <div className="row flex-wrap gap-8">
        <Button look="quiet" onClick={() => printPart('codes')}>
          <Printer aria-hidden="true" />
          {texts.printCodes}
        </Button>
        <Button look="quiet" onClick={download}>
          <Download aria-hidden="true" />
          {texts.downloadCodes}
        </Button>
      </div>
    </SecretDialog>
  );
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
