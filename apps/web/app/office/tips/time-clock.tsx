import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { LogIn, LogOut } from 'lucide-react';
import { say, toDollars, ZERO } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { usePendingChanges } from '../../shared/offline/pending-changes.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { parseAmount } from '../../ui/amount-typed.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { NamePills } from '../../ui/name-pills.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import { workKeys, minutesText } from './work-data.ts';

interface ClockProps {
  locationId: string;
  zone: string;
  people: Answer<'getHours'>['people'];
}

const clockedText = ({ name, minutes }: Answer<'clockIn'>) =>
  minutes === null ? say`${name} is at work` : say`${name} worked ${minutesText(minutes)}`;

/** Who is at work. People start and end their own work, also offline, and on a shared tablet with their PIN. */
export function TimeClock({ locationId, zone, people }: ClockProps) {
  const { me } = useBackOffice();
  const [isOpen, setIsOpen] = useState(false);
  const [cash, setCash] = useState('');
  const pending = usePendingChanges().findLast(({ call }) => call === 'clockIn' || call === 'clockOut');
  const present = people.filter(({ atWorkSince }) => atWorkSince !== null);
  const isAtWork = pending ? pending.call === 'clockIn' : present.some(({ userId }) => userId === me.uid);
  const shared = {
    queued: say`Saved. It is sent once you are connected.`,
    failed: say`Nothing was recorded`,
    changes: workKeys(locationId),
    doneText: clockedText,
  };
  const start = useQueuedChange('clockIn', { ...shared, about: () => say`${me.displayName} starts work` });
  const end = useQueuedChange('clockOut', { ...shared, about: () => say`${me.displayName} goes home` });
  const { isBusy } = isAtWork ? end : start;
  // Says for whom, because a colleague may have unlocked the tablet before it is sent.
  const clocking = { locationId, userId: me.uid };
  function clock() {
    if (isAtWork) return end.send({ ...clocking, declaredCash: cashOf(cash) });
    setCash('');
    return start.send(clocking);
  }
  return (
    <Panel title={say`At work: ${present.length}`}>
      {present.map(({ userId, name, atWorkSince }) => (
        <p key={userId}>{say`${name}, since ${formatTime(atWorkSince ?? '', 'time', zone)}`}</p>
      ))}
      {isAtWork && <CashField value={cash} onValue={setCash} />}
      <div className="row flex-wrap gap-8">
        <Button busy={isBusy} disabled={isWrongCash(cash)} onClick={() => void clock()}>
          {isAtWork ? <LogOut /> : <LogIn />}
          {isAtWork ? say`Go home` : say`Start work`}
        </Button>
        {me.tablet && <Button look="quiet" onClick={() => setIsOpen(true)}>{say`A colleague, with their PIN`}</Button>}
      </div>
      {isOpen && (
        <ColleagueDialog
          locationId={locationId}
          people={people.filter(({ hasPin, userId }) => hasPin && userId !== me.uid)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Panel>
  );
}

const cashOf = (typed: string) => (typed.trim() === '' ? undefined : toDollars(parseAmount(typed) ?? ZERO));
const isWrongCash = (typed: string) => typed.trim() !== '' && parseAmount(typed) === null;

/** Cash tips that a person declares when they go home. They reach the bookkeeper with the hours. */
function CashField({ value, onValue }: { value: string; onValue: (typed: string) => void }) {
  const error = isWrongCash(value) ? say`Please enter an amount, like 25.00.` : undefined;
  return <MoneyField label={say`Your cash tips`} optional error={error} value={value} onValue={onValue} />;
}

type ColleagueDialogProps = Omit<ClockProps, 'zone'> & { onClose: () => void };

/** A PIN is never stored, so this needs a connection. */
function ColleagueDialog({ locationId, people, onClose }: ColleagueDialogProps) {
  const client = useQueryClient();
  const [person, setPerson] = useState(people[0]);
  const [pin, setPin] = useState('');
  const [cash, setCash] = useState('');
  const { send, isBusy, error } = useAction(
    (headers: { 'x-colleague-pin': string }, options) =>
      person?.atWorkSince
        ? api('clockOut', { body: { locationId, declaredCash: cashOf(cash) } }, { ...options, headers })
        : api('clockIn', { body: { locationId } }, { ...options, headers }),
    {
      doneText: clockedText,
      onDone() {
        for (const queryKey of workKeys(locationId)) void client.invalidateQueries({ queryKey });
        onClose();
      },
      onFailed: () => setPin(''),
    },
  );
  return (
    <Dialog title={say`Clock in or out`} onClose={onClose}>
      <div className="stack gap-14">
        <NamePills
          label={say`Who?`}
          people={people}
          chosen={person?.userId ?? null}
          onChoose={(userId) => setPerson(people.find((each) => each.userId === userId))}
        />
        {person ? (
          <>
            <p>{person.atWorkSince ? say`Enter your PIN to go home.` : say`Enter your PIN to start work.`}</p>
            {person.atWorkSince && <CashField value={cash} onValue={setCash} />}
            <ErrorBanner title={say`Nothing was recorded`} error={error} />
            <PinPad
              pin={pin}
              onPin={setPin}
              disabled={isBusy || isWrongCash(cash)}
              isWrong={error !== null}
              onComplete={(entered) => void send({ 'x-colleague-pin': `${person.userId}:${entered}` })}
            />
          </>
        ) : (
          <p>{say`Nobody else has a PIN here.`}</p>
        )}
      </div>
    </Dialog>
  );
}
