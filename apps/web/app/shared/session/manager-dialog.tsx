import { useState } from 'react';
import { LockKeyhole } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import type { Manager, Shown } from './freshly.ts';

const texts = {
  title: 'A manager says yes',
  text: (why: string) => `${why} Their PIN, typed here, is good for this once, and the log has both names.`,
  who: 'Which manager?',
  digits: '6 digits, then it goes on by itself',
  nobody: 'No manager has a PIN here',
  nobodyText: 'A manager gives themselves one under Sign-in and devices, or does this on a device of their own.',
  cancel: 'Not now',
} as const;

/** Over whatever one of the staff was doing: a manager's name and six digits. */
export function ManagerDialog({
  why,
  managers,
  problem,
  onSettled,
}: {
  why: string;
  managers: readonly Manager[];
  problem: string | null;
  onSettled: (answer: Shown | null) => void;
}) {
  const [only] = managers.length === 1 ? managers : [];
  const [chosen, setChosen] = useState(only?.userId ?? null);
  const [pin, setPin] = useState('');
  const [said, setSaid] = useState(problem);
  return (
    <Dialog
      open
      size="sm"
      onClose={() => onSettled(null)}
      title={texts.title}
      description={texts.text(why)}
      footer={
        <Button look="quiet" onClick={() => onSettled(null)}>
          {texts.cancel}
        </Button>
      }
    >
      {managers.length === 0 ? (
        <Banner title={texts.nobody}>{texts.nobodyText}</Banner>
      ) : (
        <div className="stack gap-16">
          <div className="flex flex-wrap gap-8" role="group" aria-label={texts.who}>
            {managers.map(({ userId, name }) => (
              <button
                className="touch-height pill quiet ink"
                key={userId}
                type="button"
                aria-pressed={userId === chosen}
                onClick={() => {
                  setChosen(userId);
                  setPin('');
                  setSaid(null);
                }}
              >
                {name}
              </button>
            ))}
          </div>
          {said === null ? (
            <p className="row gap-8 soft">
              <LockKeyhole aria-hidden="true" /> {chosen === null ? texts.who : texts.digits}
            </p>
          ) : (
            <Banner tone="bad" announce="alert">
              {said}
            </Banner>
          )}
          <PinPad
            pin={pin}
            onPin={(typed) => {
              setPin(typed);
              setSaid(null);
            }}
            onComplete={(typed) => onSettled({ headers: { 'x-manager-pin': `${chosen}:${typed}` } })}
            disabled={chosen === null}
            isWrong={said !== null}
          />
        </div>
      )}
    </Dialog>
  );
}
