import { PASSWORD_CHECKS, PASSWORD_CHECKS_NEEDED, passwordPasses, passwordStrength } from '@tiffin/domain/people';
import { Check, Minus } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './form.module.css';
import { texts } from './texts.ts';

/** The five checks, ticking off as one types. */
export function PasswordMeter({ password }: { password: string }) {
  const passes = passwordPasses(password);
  const strength = passwordStrength(password);
  const word = texts.strength[strength];
  return (
    <div className={classNames('hint grid gap-8', styles[strength])}>
      <div className={`grid gap-4 ${styles.bars}`} aria-hidden="true">
        {PASSWORD_CHECKS.map((check, index) => (
          <span key={check.id} {...(password !== '' && index < passes && { 'data-on': '' })} />
        ))}
      </div>
      <p className="flex between gap-12">
        <span>{texts.strength.need(PASSWORD_CHECKS_NEEDED, PASSWORD_CHECKS.length)}</span>
        <span role="status">
          {password !== '' && (
            <>
              <span className="sr-only">{texts.strength.label}: </span>
              <b className="ink">{word}</b>
            </>
          )}
        </span>
      </p>
      <ul className={`grid ${styles.checks}`}>
        {PASSWORD_CHECKS.map((check) => {
          const met = password !== '' && check.passes(password);
          return (
            <li key={check.id} {...(met && { 'data-met': '' })}>
              {met ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
              {check.text}
              <span className="sr-only">, {met ? texts.strength.met : texts.strength.open}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
