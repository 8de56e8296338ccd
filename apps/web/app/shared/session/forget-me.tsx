import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { forgetGuest } from './remembered-guest.ts';

interface ForgetMeProps {
  /** Leaves a page that would store the guest again. */
  onBefore?: () => unknown;
  onForgotten?: () => void;
  className?: string;
}

/** Removes what this device stores about a guest without an account. */
export function ForgetMe({ onBefore, onForgotten, className }: ForgetMeProps) {
  const [isBusy, setBusy] = useState(false);
  async function forget() {
    setBusy(true);
    await onBefore?.();
    await forgetGuest();
    toast.success(say`This device no longer knows you.`);
    setBusy(false);
    onForgotten?.();
  }
  return (
    <Button look="bare" size="sm" className={className ?? ''} busy={isBusy} onClick={() => void forget()}>
      {say`Remove my details from this device`}
    </Button>
  );
}
