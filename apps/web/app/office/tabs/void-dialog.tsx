import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { lineName, MAX_CHANGE_REASON_LENGTH, VOID_REASONS } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { TabItems } from '../../shared/tabs/tab-lines.tsx';
import { TAB_KEYS } from '../../shared/tabs/tabs.ts';
import { Button } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ReasonPicks } from '../board/cancel-dialog.tsx';

type Round = Answer<'getTab'>['orders'][number];
type RoundItem = Round['items'][number];

interface VoidDialogProps {
  round: Round;
  /** Null voids all dishes of the round. */
  item: RoundItem | null;
  onClose: () => void;
  onDone?: (round: Round) => void;
}

/** Takes a dish, or all of them, off a round. The kitchen is told not to make it. */
function VoidDialog({ round, item, onClose, onDone }: VoidDialogProps) {
  const { orderId, version, items, heldAt } = round;
  const [quantity, setQuantity] = useState(item?.quantity ?? 0);
  const report = {
    changes: TAB_KEYS,
    onDone(answer: { readonly order: Round }) {
      onClose();
      onDone?.(answer.order);
    },
  };
  const change = useCall('changeOrder', report);
  const cancel = useCall('cancelOrder', report);
  const isWholeRound = item === null || (items.length === 1 && quantity === item.quantity);
  const form = useForm(heldAt ? heldForm : voidForm, {
    save({ values: { reason } }) {
      if (isWholeRound) return cancel.sendOrThrow({ orderId, cancelReason: reason || undefined });
      const left = item.quantity - quantity;
      return change.sendOrThrow({
        orderId,
        version,
        why: reason || undefined,
        ...(left === 0 ? { remove: [item.line] } : { change: [{ line: item.line, quantity: left }] }),
      });
    },
    refused: refusalText,
  });
  const { value: reason, onValue, ...field } = form.at('reason');
  const missing = !heldAt && reason.trim() === '' ? say`Please give a reason.` : null;
  return (
    <EditDialog
      form={form}
      size="sm"
      onClose={onClose}
      title={item === null ? say`Void this round?` : say`Void ${lineName(item)}?`}
      description={
        heldAt ? say`The kitchen has not started it.` : say`The kitchen is told. A manager allows it with their PIN.`
      }
      cancel={say`Keep it`}
      save={item === null ? say`Void the round` : say`Void ${quantity} × ${item.name}`}
      look="danger-solid"
      blocked={missing}
    >
      {item !== null && item.quantity > 1 && (
        <Stepper label={lineName(item)} value={quantity} min={1} max={item.quantity} onValue={setQuantity} />
      )}
      <ReasonPicks picks={VOID_REASONS} reason={reason} onPick={onValue} />
      <TextField {...field} value={reason} onValue={onValue} />
    </EditDialog>
  );
}

const reasonInput = { input: { maxLength: MAX_CHANGE_REASON_LENGTH } };
const voidForm = formOf({ reason: textField(say`Reason for the void`, reasonInput) });
const heldForm = formOf({ reason: textField(say`Reason for the void`, { ...reasonInput, optional: true }) });

/** The dishes of a round. A press on one that can be voided offers to do so. */
export function VoidableItems({ round }: { round: Round }) {
  const [voided, setVoided] = useState<RoundItem | null>(null);
  const menuOf = (item: RoundItem) => [{ id: 'void', label: say`Void`, danger: true, onSelect: () => setVoided(item) }];
  return (
    <>
      <TabItems items={round.items} order={round} menuOf={isVoidable(round) ? menuOf : undefined} />
      {voided && <VoidDialog round={round} item={voided} onClose={() => setVoided(null)} />}
    </>
  );
}

/** Dishes that are ready or were served are taken off with a discount. */
const isVoidable = ({ status }: Pick<Round, 'status'>) => status === 'pending' || status === 'preparing';

/** Voids a round from its details. */
export function VoidRoundButton({ round, onVoided }: { round: Round; onVoided: (round: Round) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!round.tab || !isVoidable(round)) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {say`Void the round`}
      </Button>
      {isOpen && <VoidDialog round={round} item={null} onClose={() => setIsOpen(false)} onDone={onVoided} />}
    </>
  );
}
