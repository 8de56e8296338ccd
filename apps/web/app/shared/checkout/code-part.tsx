import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Tag } from 'lucide-react';
import { TEXT_LIMITS } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { Answer } from '../api/api.ts';
import type { useOffer } from './use-offer.ts';
import styles from './code-part.module.css';

interface Props {
  code: ReturnType<typeof useOffer>;
  /** Why a promised offer does not apply. */
  problem?: Answer<'getWelcomeOffer'>['problem'];
  /** What the code does for this order. */
  effect: string | null;
}

/** The code of an offer. */
export function CodePart({ code, problem, effect }: Props) {
  return (
    <CodeGroup
      label={say`Promo code`}
      fieldLabel={say`Code`}
      icon={<Tag />}
      code={code}
      applied={code.shown?.code ?? null}
      removeLabel={say`Remove the code`}
      problem={problem?.message}
    >
      {effect}
    </CodeGroup>
  );
}

interface GroupProps {
  label: string;
  fieldLabel: string;
  icon: ReactNode;
  code: Pick<Props['code'], 'typed' | 'type' | 'refused' | 'busy' | 'use' | 'remove'>;
  /** The code that is used; null before. */
  applied: string | null;
  removeLabel: string;
  problem?: string | undefined;
  /** What the used code does. */
  children: ReactNode;
}

/** A code to type: closed until the guest has one, and open while it needs attention. */
export function CodeGroup({ code: state, applied, problem, children, ...labels }: GroupProps) {
  const { label, icon, removeLabel } = labels;
  const group = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const press = (action: () => unknown) => () => {
    isPressed.current = true;
    void action();
  };
  const code = { ...state, use: press(state.use), remove: press(state.remove) };
  const appliedBefore = useRef(applied);
  // The pressed control disappears with the answer, and the focus must not.
  useEffect(() => {
    if (applied === appliedBefore.current) return;
    appliedBefore.current = applied;
    if (isPressed.current) group.current?.focus({ preventScroll: true });
    isPressed.current = false;
  }, [applied]);
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label={label} className={`stack gap-12 ${styles.group}`}>
      {applied ? (
        <div className={`row between flex-wrap gap-8 ${styles.applied}`}>
          <p className="row gap-8 icon-18 text-sm weight-550" role="status">
            {icon}
            {children}
          </p>
          <Button look="quiet" size="sm" onClick={code.remove}>
            {removeLabel}
          </Button>
        </div>
      ) : (
        <>
          {problem && <p className="text-sm">{problem}</p>}
          <AddCode {...labels} code={code} />
        </>
      )}
    </div>
  );
}

interface AddCodeProps extends Pick<GroupProps, 'label' | 'fieldLabel' | 'icon' | 'removeLabel'> {
  code: Pick<GroupProps['code'], 'typed' | 'type' | 'refused' | 'busy'> &
    Readonly<Record<'use' | 'remove', () => void>>;
}

function AddCode({ label, fieldLabel, icon, removeLabel, code }: AddCodeProps) {
  const [isOpen, setIsOpen] = useState(code.typed !== '');
  const isShown = isOpen || code.refused !== null;
  function handleKey(event: KeyboardEvent) {
    // Enter must not place the order.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    code.use();
  }
  return (
    <details
      open={isShown}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className={`round-md surface ${styles.code}`}
    >
      <summary className="row gap-8 icon-18 touch-height text-sm weight-600">
        {icon}
        {label}
      </summary>
      {isShown && (
        <div className={`stack gap-12 ${styles.field}`}>
          <Field label={fieldLabel} error={code.refused}>
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
                {removeLabel}
              </Button>
            )}
          </div>
        </div>
      )}
    </details>
  );
}
