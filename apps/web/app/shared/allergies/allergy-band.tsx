import { TriangleAlert } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import styles from './allergy-band.module.css';

/** An allergy, inverted, so that it differs from colours that mean time. */
export function AllergyBand({ text }: { text: string }) {
  return (
    <p className={`row gap-8 text-sm inverted icon-18 ${styles.band}`}>
      <TriangleAlert />
      <span className="nowrap">{say`Allergy`}</span>
      <b className="min-width-0 break-anywhere">{text}</b>
    </p>
  );
}
