import { useState, type KeyboardEvent } from 'react';
import { Tag } from 'lucide-react';
import { TEXT_LIMITS } from '@tiffin/domain/order';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { codeTexts } from './code-part-texts.ts';
import type { OfferProblem, useOffer } from './use-offer.ts';
import styles from './code-part.module.css';

/** The code of an offer: closed until the guest has one, and open while it needs attention. */
export function CodePart({ code, problem }: { code: ReturnType<typeof useOffer>; problem: OfferProblem }) {
  const { offer } = code;
  const [isOpen, setIsOpen] = useState(code.typed !== '');
  if (offer) {
    return (
      <div className={`row between flex-wrap gap-8 ${styles.applied}`}>
        <p className="row gap-8 icon-18 text-sm weight-550" role="status">
          <Tag aria-hidden="true" />
          {codeTexts.applied(offer.percentOff, offer.code)}
        </p>
        <Button look="quiet" size="sm" onClick={code.remove}>
          {codeTexts.remove}
        </Button>
      </div>
    );
  }
  return (
    <div className="stack gap-12">
      {problem && <p className="text-sm">{problem.message}</p>}
      <details
        open={isOpen || code.refused !== null}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        className={`round-md surface ${styles.code}`}
      >
        <summary className="row gap-8 icon-18 touch-height text-sm weight-600">
          <Tag aria-hidden="true" />
          {codeTexts.title} <span className="soft weight-400">{codeTexts.hint}</span>
        </summary>
        <CodeField code={code} />
      </details>
    </div>
  );
}

function CodeField({ code }: { code: ReturnType<typeof useOffer> }) {
  function useOnEnter(event: KeyboardEvent) {
    // Enter must not place the order.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void code.use();
  }
  return (
    <div className={`stack gap-12 ${styles.field}`}>
      <Field label={codeTexts.label} error={code.refused}>
        <TextInput
          name="offerCode"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={TEXT_LIMITS.id}
          value={code.typed}
          onChange={(event) => code.type(event.target.value)}
          onKeyDown={useOnEnter}
        />
      </Field>
      <div className="row flex-wrap gap-8">
        <Button look="quiet" busy={code.busy} onClick={() => void code.use()}>
          {code.busy ? codeTexts.checking : codeTexts.use}
        </Button>
        {code.typed !== '' && (
          <Button look="ghost" onClick={code.remove}>
            {codeTexts.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
