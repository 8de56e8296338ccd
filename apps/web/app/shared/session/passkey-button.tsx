import { useStep } from '../errors/use-step.ts';
import { Problem } from '../../ui/banner.tsx';
import { Button, type ButtonShape } from '../../ui/button.tsx';
import { useHydrated } from '../page/hydrated.ts';
import { knowsPasskeys, showPasskey } from './passkey.ts';

interface PasskeyButtonProps extends ButtonShape {
  label: string;
  /** Called with the device's response. */
  go: (proof: Awaited<ReturnType<typeof showPasskey>>) => Promise<unknown>;
}

/** Confirms the identity with a passkey instead of typing. Renders nothing in browsers without passkeys. */
export function PasskeyButton({ label, go, ...shape }: PasskeyButtonProps) {
  const { busy, problem, submit } = useStep(async () => go(await showPasskey('confirm')));
  if (!useHydrated() || !knowsPasskeys()) return null;
  return (
    <div className="stack gap-8">
      <Button {...shape} busy={busy} onClick={submit}>
        {label}
      </Button>
      <Problem says={problem} />
    </div>
  );
}
