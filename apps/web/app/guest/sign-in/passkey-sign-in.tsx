import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import styles from './sign-in.module.css';

/** The way in for whoever works here and has a passkey. What it takes is loaded when it is pressed. */
export function PasskeySignIn() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // In its place from the beginning: what came later would move the form under a finger.
  const isUnknown = useHydrated() && typeof PublicKeyCredential !== 'function';
  if (isUnknown) return null;

  async function signIn() {
    setBusy(true);
    setProblem(null);
    const why = await import('../../shared/session/sign-in-by-passkey.ts').then(
      ({ signInByPasskey }) => signInByPasskey(),
      () => texts.passkeyFailed,
    );
    setProblem(why);
    // The page sends whoever is signed in on to where they belong.
    if (why === null) await revalidate();
    setBusy(false);
  }

  return (
    <div className={`stack gap-8 ${styles.scripted}`}>
      <Button look="plain" size="lg" block busy={busy} onClick={() => void signIn()}>
        {texts.login.passkey}
      </Button>
      {problem !== null && (
        <Banner tone="bad" announce="alert">
          {problem}
        </Banner>
      )}
    </div>
  );
}
