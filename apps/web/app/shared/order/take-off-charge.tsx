import { say } from '@tiffin/domain/core';
import { DISCOUNT_REASON_LABELS, DISCOUNT_REASONS } from '@tiffin/domain/pricing';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';

interface TakeOffChargeProps extends Pick<ButtonProps, 'look' | 'busy' | 'disabledReason'> {
  readonly charge: string;
  readonly onReason: (reason: string) => void;
}

/** Takes a charge off with a press on it and a press on the reason. */
export function TakeOffCharge({ charge, onReason, look = 'quiet', ...state }: TakeOffChargeProps) {
  return (
    <ActionMenu
      trigger={
        <Button look={look} size="sm" aria-label={say`Take off: ${charge}`} {...state}>
          {say`Take off`}
        </Button>
      }
      items={DISCOUNT_REASONS.map((id) => {
        const label = DISCOUNT_REASON_LABELS[id];
        return { id, label, onSelect: () => onReason(label) };
      })}
    />
  );
}
