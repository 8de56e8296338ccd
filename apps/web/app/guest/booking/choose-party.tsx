import { PARTY_MAX } from '@tiffin/domain/order';
import { ChoiceTiles } from '../../ui/choices.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { PARTY_BUTTONS } from './booking.ts';
import { texts } from './texts.ts';
import styles from './tiles.module.css';

const MORE = PARTY_BUTTONS + 1;
const SIZES = Array.from({ length: MORE }, (_, index) => ({
  value: String(index + 1),
  label: index + 1 < MORE ? String(index + 1) : texts.partyMore,
}));

export function ChooseParty({
  value,
  error,
  onValue,
}: {
  value: number;
  error: string | undefined;
  onValue: (size: number) => void;
}) {
  return (
    <section className="stack gap-14" id="party">
      <h2 aria-hidden="true">{texts.party}</h2>
      <ChoiceTiles
        legend={texts.party}
        legendHidden
        look="solid"
        className={styles.sizes ?? ''}
        options={SIZES}
        value={String(Math.min(value, MORE))}
        error={error ?? null}
        onValue={(size) => onValue(Number(size))}
      />
      {value >= MORE && (
        <div className={`row flex-wrap ${styles.more}`}>
          <span className="text-sm weight-600 soft">{texts.partyExactly}</span>
          <Stepper label={texts.guestsUnit} value={value} onValue={onValue} min={MORE} max={PARTY_MAX} />
          <span className="hint">{texts.partyHint}</span>
        </div>
      )}
    </section>
  );
}
