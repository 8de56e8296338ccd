import { useState } from 'react';
import { LogIn, LogOut } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { usePendingChanges } from '../../shared/offline/pending-changes.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import { minutesText } from './minutes-text.ts';

type HoursAnswer = Answer<'getHours'>;

/** Starts or ends the own work. It waits offline; a colleague's PIN is never stored and needs a connection. */
export function Clock({ locationId, hours }: { locationId: string; hours: HoursAnswer }) {
  const { me } = useBackOffice();
  const [isOpen, setIsOpen] = useState(false);
  const waiting = usePendingChanges().findLast(({ call }) => call === 'clockIn' || call === 'clockOut');
  const isAtWork = waiting ? waiting.call === 'clockIn' : hours.isAtWork;
  const report = {
    queued: say`Saved. It is sent once you are connected.`,
    changes: [
      ['hours', locationId],
      ['tips', locationId],
    ],
  };
  const start = useQueuedChange('clockIn', {
    ...report,
    failed: say`You did not clock in`,
    about: () => say`${me.displayName} clocks in`,
    done: () => say`You are at work`,
  });
  const end = useQueuedChange('clockOut', {
    ...report,
    failed: say`You did not clock out`,
    about: () => say`${me.displayName} clocks out`,
    done: ({ minutes }) => say`You worked ${minutesText(minutes)}`,
  });
  const { send, isBusy } = isAtWork ? end : start;
  return (
    <Panel title={isAtWork ? say`You are at work` : say`You are not at work`}>
      <div className="row flex-wrap gap-8">
        {/* Named, because a colleague may have unlocked the tablet before it is sent. */}
        <Button busy={isBusy} onClick={() => void send({ locationId, userId: me.uid })}>
          {isAtWork ? <LogOut /> : <LogIn />}
          {isAtWork ? say`Go home` : say`Start work`}
        </Button>
        {me.tablet && <Button look="quiet" onClick={() => setIsOpen(true)}>{say`A colleague, with their PIN`}</Button>}
      </div>
      {isOpen && <ColleagueDialog locationId={locationId} people={hours.people} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

interface ColleagueDialogProps {
  locationId: string;
  people: HoursAnswer['people'];
  onClose: () => void;
}

function ColleagueDialog({ locationId, people, onClose }: ColleagueDialogProps) {
  const colleagues = people.filter(({ hasPin }) => hasPin).map(({ userId, name }) => ({ id: userId, name }));
  const [userId, setUserId] = useState(colleagues[0]?.id ?? '');
  const [kind, setKind] = useState<'clockIn' | 'clockOut'>('clockIn');
  const [pin, setPin] = useState('');
  const report = {
    changes: [
      ['hours', locationId],
      ['tips', locationId],
    ],
    onDone: onClose,
    onFailed: () => setPin(''),
  };
  const calls = {
    clockIn: useCall('clockIn', { ...report, done: ({ name }) => say`${name} is at work` }),
    clockOut: useCall('clockOut', {
      ...report,
      done: ({ name, minutes }) => say`${name} worked ${minutesText(minutes)}`,
    }),
  };
  const { send, isBusy, error } = calls[kind];
  return (
    <Dialog title={say`Clock in or out`} onClose={onClose}>
      <div className="stack gap-14">
        <SelectField label={say`Who`} value={userId} onValue={setUserId}>
          <NamedOptions options={colleagues} />
        </SelectField>
        <div className="row gap-8">
          <Button
            look="line"
            aria-pressed={kind === 'clockIn'}
            onClick={() => setKind('clockIn')}
          >{say`Start work`}</Button>
          <Button
            look="line"
            aria-pressed={kind === 'clockOut'}
            onClick={() => setKind('clockOut')}
          >{say`Go home`}</Button>
        </div>
        <ErrorBanner title={say`Nothing was recorded`} says={error} />
        <PinPad
          pin={pin}
          onPin={setPin}
          disabled={isBusy}
          isWrong={error !== null}
          onComplete={(entered) => void send({ locationId, userId, pin: entered })}
        />
      </div>
    </Dialog>
  );
}
