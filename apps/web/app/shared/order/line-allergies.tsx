import { allergyTexts, type Allergy } from '@tiffin/domain/order';
import { TriangleAlert } from 'lucide-react';
import { AllergyChooser } from './allergy-chooser.tsx';
import styles from './allergy-chooser.module.css';
import { texts } from './allergy-chooser-texts.ts';
import type { AllergyConflict } from './allergy-conflicts.ts';

/** The allergies of the person who eats this dish. Closed at first. */
export function LineAllergies({
  country,
  value,
  onValue,
}: {
  country: string;
  value: readonly Allergy[];
  onValue: (allergies: readonly Allergy[]) => void;
}) {
  return (
    <details className={styles.line} open={value.length > 0}>
      <summary className="touch-height weight-600">
        {value.length > 0 ? texts.forDishStated(allergyTexts(value)) : texts.forDish}
      </summary>
      <AllergyChooser country={country} legend={texts.ofPerson} value={value} onValue={onValue} />
    </details>
  );
}

/** Warns that a dish contains a stated allergen, or that this cannot be ruled out. */
export function AllergyWarning({
  conflict,
  stated,
  isForStaff = false,
}: {
  conflict: AllergyConflict | null;
  stated: readonly Allergy[];
  /** Staff read it about their guest. */
  isForStaff?: boolean;
}) {
  const words = isForStaff ? texts.staff : texts.guest;
  return (
    <div role="alert">
      {conflict && (
        <div className={`flex gap-10 round-md icon-20 ${styles.warning} ${conflict.contains ? 'inverted' : ''}`}>
          <TriangleAlert aria-hidden="true" />
          <div>
            <b className="block">
              {conflict.contains ? texts.containsStated(conflict.contains) : texts.unsure(conflict.unsure)}
            </b>
            <span>{conflict.contains ? words.stated(allergyTexts(stated)) : words.unsure}</span>
          </div>
        </div>
      )}
    </div>
  );
}
