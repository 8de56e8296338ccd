import { PIN_LENGTH } from '@tiffin/domain/people';
import { useState } from 'react';
import { LockKeyhole } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NamePills } from '../../ui/name-pills.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import { MANAGER_PIN_HEADER, type ApprovalHeaders, type Manager } from './fresh-sign-in.ts';

interface ManagerDialogProps {
  reason: string;
  managers: readonly Manager[];
  problem: string | null;
  /** Who tries again; null if nobody was chosen yet. */
  userId: string | null;
  onSettled: (answer: ApprovalHeaders | null) => void;
}

export function ManagerDialog({ reason, managers, problem, userId: initial, onSettled }: ManagerDialogProps) {
  const [only] = managers.length === 1 ? managers : [];
  const [chosen, setChosen] = useState(initial ?? only?.userId ?? null);
  const [pin, setPin] = useState('');
  const [message, setMessage] = useState(problem);
  return (
    <Dialog
      size="sm"
      onClose={() => onSettled(null)}
      title={say`Manager approval`}
      description={say`${reason} Their PIN is valid for this once, and the log records both names.`}
      footer={
        <Button look="quiet" onClick={() => onSettled(null)}>
          {say`Not now`}
        </Button>
      }
    >
      {managers.length === 0 ? (
        <Banner
          title={say`No manager has a PIN here`}
        >{say`An admin gives managers their PIN under Sign-in and devices. A manager can also do this on their own device.`}</Banner>
      ) : (
        <div className="stack gap-16">
          <NamePills
            label={say`Which manager?`}
            people={managers}
            chosen={chosen}
            onChoose={(userId) => {
              setChosen(userId);
              setPin('');
              setMessage(null);
            }}
          />
          {message === null ? (
            <p className="row gap-8 soft">
              <LockKeyhole />{' '}
              {chosen === null ? say`Which manager?` : say`${PIN_LENGTH} digits, then it continues automatically`}
            </p>
          ) : (
            <Banner tone="bad" announce="alert">
              {message}
            </Banner>
          )}
          <PinPad
            pin={pin}
            onPin={(typed) => {
              setPin(typed);
              setMessage(null);
            }}
            onComplete={(typed) => onSettled({ headers: { [MANAGER_PIN_HEADER]: `${chosen}:${typed}` } })}
            disabled={chosen === null}
            isWrong={message !== null}
          />
        </div>
      )}
    </Dialog>
  );
}
