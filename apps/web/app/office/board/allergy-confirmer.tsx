import { PIN_LENGTH } from '@tiffin/domain/people';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { apiQuery } from '../../shared/api/queries.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { NamePills } from '../../ui/name-pills.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import type { ColleaguePin } from './use-steps.ts';

export interface Colleague {
  readonly userId: string;
  readonly name: string;
}

/**
 * On a shared tablet: who checked the dishes. The person who unlocked it confirms with the button, a colleague with
 * their own PIN, which only the server can check.
 */
export function TabletConfirmer({
  me,
  colleague,
  onColleague,
  problem,
  isReady,
  isWrong,
  onPin,
}: {
  me: Colleague;
  /** The chosen colleague; null for the person who unlocked the tablet. */
  colleague: Colleague | null;
  onColleague: (colleague: Colleague | null) => void;
  /** What is missing, or why the PIN was refused. */
  problem: string | null;
  isReady: boolean;
  isWrong: boolean;
  onPin: (pin: ColleaguePin) => void;
}) {
  const isOnline = useOnline();
  const { data } = useQuery({ ...apiQuery(['tablet'], 'getTablet'), enabled: isOnline });
  const colleagues = (data?.tablet?.people ?? []).filter(({ userId }) => userId !== me.userId);
  if (!isOnline)
    return <p className="hint">{say`Without a connection only ${me.name}, who unlocked this tablet, can confirm.`}</p>;
  if (data && colleagues.length === 0)
    return <p className="hint">{say`Nobody else has a PIN here. Confirmed as ${me.name}.`}</p>;
  return (
    <section className="stack gap-12" aria-label={say`Who checked the dishes?`}>
      <b>{say`Who checked the dishes?`}</b>
      <NamePills
        label={say`Who checked the dishes?`}
        people={[me, ...colleagues]}
        chosen={(colleague ?? me).userId}
        onChoose={(userId) => onColleague(colleagues.find((each) => each.userId === userId) ?? null)}
      />
      {colleague && (
        // Below many dishes the keypad would be out of sight.
        <div className="stack gap-12" ref={scrollToEnd}>
          {problem === null ? (
            <p className="row gap-8 soft">
              <LockKeyhole aria-hidden="true" />{' '}
              {say`${colleague.name}: ${PIN_LENGTH} digits, then it is confirmed automatically`}
            </p>
          ) : (
            <Banner tone={isWrong ? 'bad' : 'warn'} announce="alert">
              {problem}
            </Banner>
          )}
          {/* Another person, and another try, begin with an empty PIN. */}
          <EnterPin
            key={`${colleague.userId} ${problem ?? ''}`}
            isReady={isReady}
            isWrong={isWrong}
            onComplete={(pin) => onPin({ userId: colleague.userId, pin })}
          />
        </div>
      )}
    </section>
  );
}

function scrollToEnd(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' });
}

function EnterPin({
  isReady,
  isWrong,
  onComplete,
}: {
  isReady: boolean;
  isWrong: boolean;
  onComplete: (pin: string) => void;
}) {
  const [pin, setPin] = useState('');
  return <PinPad pin={pin} onPin={setPin} onComplete={onComplete} disabled={!isReady} isWrong={isWrong} />;
}
