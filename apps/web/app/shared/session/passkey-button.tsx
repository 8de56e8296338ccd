import { useAction } from '../api/use-action.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button, type ButtonShape } from '../../ui/button.tsx';
import { useHydrated } from '../page/hydrated.ts';
import { supportsPasskeys, requestPasskey } from './passkey.ts';

interface PasskeyButtonProps extends ButtonShape {
  label: string;
  /** Called with the device's response. */
  onPasskey: (proof: Awaited<ReturnType<typeof requestPasskey>>) => Promise<unknown>;
}

/** Confirms the identity with a passkey instead of typing. Renders nothing in browsers without passkeys. */
export function PasskeyButton({ label, onPasskey, ...shape }: PasskeyButtonProps) {
  const confirm = useAction(async () => onPasskey(await requestPasskey('confirm')));
  if (!useHydrated() || !supportsPasskeys()) return null;
  return (
    <div className="stack gap-8">
      <Button {...shape} busy={confirm.isBusy} onClick={() => void confirm.send()}>
        {label}
      </Button>
      <ErrorBanner error={confirm.error} />
    </div>
  );
}
