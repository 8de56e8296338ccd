import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Tag } from 'lucide-react';
import { TEXT_LIMITS } from '@tiffin/domain/order';
import { percentText, say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { OfferProblem, useOffer } from './use-offer.ts';
import styles from './code-part.module.css';

type Code = ReturnType<typeof useOffer>;

interface Props {
  code: Code;
  /** Why a promised offer does not apply. */
  problem?: OfferProblem | undefined;
  /** What the code of a promotion does for this order. */
  effect: string | null;
}

/** The code of an offer: closed until the guest has one, and open while it needs attention. */
export function CodePart({ code: state, problem, effect }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const press = (action: () => unknown) => () => {
    isPressed.current = true;
    void action();
  };
  const code = { ...state, use: press(state.use), remove: press(state.remove) };
  const applied = state.promotion?.code ?? state.offer?.code;
  const appliedBefore = useRef(applied);
  // The pressed control disappears with the answer, and the focus must not.
  useEffect(() => {
    if (applied === appliedBefore.current) return;
    appliedBefore.current = applied;
    if (isPressed.current) group.current?.focus({ preventScroll: true });
    isPressed.current = false;
  }, [applied]);
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label={say`Promo code`} className={`stack gap-12 ${styles.group}`}>
      {applied ? (
        <div className={`row between flex-wrap gap-8 ${styles.applied}`}>
          <p className="row gap-8 icon-18 text-sm weight-550" role="status">
            <Tag />
            {state.promotion
              ? effect
              : state.offer && say`${state.offer.code} takes ${percentText(state.offer.percentOff)} off each dish.`}
          </p>
          <Button look="quiet" size="sm" onClick={code.remove}>
            {say`Remove the code`}
          </Button>
        </div>
      ) : (
        <>
          {problem && <p className="text-sm">{problem.message}</p>}
          <AddCode code={code} />
        </>
      )}
    </div>
  );
}

interface AddCodeProps {
  code: Omit<Code, 'use' | 'remove'> & { readonly use: () => void; readonly remove: () => void };
}

function AddCode({ code }: AddCodeProps) {
  const [isOpen, setIsOpen] = useState(code.typed !== '');
  return (
    <details
      open={isOpen || code.refused !== null}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className={`round-md surface ${styles.code}`}
    >
      <summary className="row gap-8 icon-18 touch-height text-sm weight-600">
        <Tag />
        {say`Promo code`}
      </summary>
      <CodeField code={code} />
    </details>
  );
}

function CodeField({ code }: AddCodeProps) {
  function handleKey(event: KeyboardEvent) {
    // Enter must not place the order.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    code.use();
  }
  return (
    <div className={`stack gap-12 ${styles.field}`}>
      <Field label={say`Code`} error={code.refused}>
        <TextInput
          name="offerCode"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={TEXT_LIMITS.id}
          value={code.typed}
          onChange={(event) => code.type(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      <div className="row flex-wrap gap-8">
        <Button look="quiet" busy={code.busy} onClick={code.use}>
          {code.busy ? say`Checking…` : say`Use`}
        </Button>
        {code.typed !== '' && (
          <Button look="ghost" onClick={code.remove}>
            {say`Remove the code`}
          </Button>
        )}
      </div>
    </div>
  );
}
