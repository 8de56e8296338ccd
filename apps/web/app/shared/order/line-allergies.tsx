import { allergyTexts, type Allergy } from '@tiffin/domain/order';
import { TriangleAlert } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { AllergyChooser } from './allergy-chooser.tsx';
import styles from './allergy-chooser.module.css';
import type { AllergyConflict } from './allergy-conflicts.ts';

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
  onValue: (allergies: readonly Allergy[]) => void;
}

/** The allergies of the person who eats this dish. Closed at first. */
export function LineAllergies({ country, value, onValue }: LineAllergiesProps) {
  return (
    <details className={styles.line} open={value.length > 0}>
      <summary className="touch-height weight-600">
        {value.length > 0
          ? say`Allergy for this dish: ${allergyTexts(value)}`
          : say`Does the person who eats this have an allergy?`}
      </summary>
      <AllergyChooser country={country} legend={say`Allergies of this person`} value={value} onValue={onValue} />
    </details>
  );
}

interface AllergyWarningProps {
  conflict: AllergyConflict | null;
  stated: readonly Allergy[];
  /** Staff read it about their guest. */
  isForStaff?: boolean;
}

/** Warns that a dish contains a stated allergen, or that this cannot be ruled out. */
export function AllergyWarning({ conflict, stated, isForStaff = false }: AllergyWarningProps) {
  const texts = isForStaff ? STAFF : GUEST;
  return (
    <div role="alert">
      {conflict && (
        <div className={`flex gap-10 round-md icon-20 ${styles.warning} ${conflict.contains ? 'inverted' : ''}`}>
          <TriangleAlert />
          <div>
            <b className="block">
              {conflict.contains
                ? say`This dish contains ${conflict.contains}.`
                : say`We cannot rule out ${conflict.unsure} in this dish.`}
            </b>
            <span>{conflict.contains ? texts.stated(allergyTexts(stated)) : texts.unsure}</span>
          </div>
        </div>
      )}
    </div>
  );
}
