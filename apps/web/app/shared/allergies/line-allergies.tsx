import { useState } from 'react';
import { allergyTexts, type Allergy, type AllergyStatement } from '@tiffin/domain/order';
import { TriangleAlert } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { AllergyChooser } from './allergy-chooser.tsx';
import styles from './allergy-chooser.module.css';

const GUEST = {
  stated: (allergies: string) => say`You told us: ${allergies}.`,
  unsure: say`The kitchen checks it before it is ready. You can also call us.`,
};

const STAFF = {
  stated: (allergies: string) => say`The guest told us: ${allergies}.`,
  unsure: say`The kitchen checks it before it is ready.`,
};

interface LineAllergiesProps {
  country: string;
  value: readonly Allergy[];
  hint?: string;
  onValue: (allergies: readonly Allergy[]) => void;
}

/** The allergies of the person who eats this dish. Only a press on its title opens or closes it. */
export function LineAllergies({ country, value, hint, onValue }: LineAllergiesProps) {
  const [isOpen, setOpen] = useState(value.length > 0);
  return (
    <details className={styles.line} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="touch-height weight-600">
        {/* Open, the title stays as it is, because a longer one would move the list under a finger. */}
        {!isOpen && value.length > 0
          ? say`Allergy for this dish: ${allergyTexts(value)}`
          : say`Does the person who eats this have an allergy?`}
      </summary>
      <AllergyChooser
        country={country}
        legend={say`Allergies of this person`}
        hint={hint}
        value={value}
        onValue={onValue}
      />
    </details>
  );
}

interface AllergyWarningProps {
  statements: readonly AllergyStatement[];
  stated: readonly Allergy[];
  /** Staff read it about their guest. */
  isForStaff?: boolean;
}

/** What we know of the dish and the stated allergies: a warning if it contains one or if that cannot be ruled out. */
export function AllergyWarning({ statements, stated, isForStaff = false }: AllergyWarningProps) {
  const texts = isForStaff ? STAFF : GUEST;
  return (
    <div role="alert" className="stack gap-8">
      {statements.map(({ kind, text }) =>
        kind === 'unlisted' ? (
          <p key={kind} className="text-sm">
            {text}
          </p>
        ) : (
          <div
            key={kind}
            className={`flex gap-10 round-md icon-20 ${styles.warning} ${kind === 'contains' ? 'inverted' : ''}`}
          >
            <TriangleAlert />
            <div>
              <b className="block">{text}</b>
              <span>{kind === 'contains' ? texts.stated(allergyTexts(stated)) : texts.unsure}</span>
            </div>
          </div>
        ),
      )}
    </div>
  );
}
