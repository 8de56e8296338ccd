import { useState } from 'react';
import { say, sayNow } from '@tiffin/domain/core';
import { MAX_REASON_LENGTH, WRITTEN_ENTRY_KINDS, type EntryKind } from '@tiffin/domain/day';
import { newKey } from '../../shared/api/new-key.ts';
import { chosenDrawer } from '../../shared/api/till-headers.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { drawersKey, useDrawers, type Drawer } from '../../shared/payment/drawer-data.ts';

export const QUEUED = say`Saved. It is sent once you are connected.`;

interface DrawerButtonProps {
  locationId: string;
  /** Opens the drawer at the printer. */
  onRecorded: () => void;
}

/** At the till: opens its drawer without a sale, puts cash in, or takes it out. Only while the drawer is in use. */
export function DrawerButton({ locationId, onRecorded }: DrawerButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useDrawers(locationId);
  const tills = (data?.drawers ?? []).filter(({ kind, shift }) => kind === 'till' && shift !== null);
  const own = chosenDrawer();
  const drawer = tills.find(({ drawerId }) => drawerId === own) ?? (tills.length === 1 ? tills[0] : undefined);
  if (!drawer) return null;
  return (
    <>
      <Button look="ghost" size="sm" onClick={() => setIsOpen(true)}>
        {say`Drawer…`}
      </Button>
      {isOpen && <EntryDialog drawer={drawer} onRecorded={onRecorded} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const ENTRY_NAMES: Readonly<Partial<Record<EntryKind, string>>> = {
  'pay-out': say`Paid out`,
  'pay-in': say`Paid in`,
  drop: say`To the safe`,
  'no-sale': say`Opened without a sale`,
};
export const entryName = (kind: EntryKind) => sayNow(ENTRY_NAMES[kind] ?? kind);

interface ReasonFieldProps {
  reasons: readonly string[];
  value: string;
  onValue: (reason: string) => void;
}

export function ReasonField({ reasons, value, onValue }: ReasonFieldProps) {
  return (
    <div className="stack gap-8">
      <TextField label={say`Why?`} input={{ maxLength: MAX_REASON_LENGTH }} value={value} onValue={onValue} required />
      <div className="row flex-wrap gap-8">
        {reasons.map(sayNow).map((words) => (
          <Button key={words} look="line" size="sm" aria-pressed={value === words} onClick={() => onValue(words)}>
            {words}
          </Button>
        ))}
      </div>
    </div>
  );
}

const ENTRY_REASONS = [say`Ice`, say`Groceries`, say`Change`, say`Deposit`] as const;

interface EntryDialogProps {
  drawer: Drawer;
  onRecorded?: () => void;
  onClose: () => void;
}

/** Records that cash was put in or taken out, or that the drawer was opened without a sale. */
export function EntryDialog({ drawer, onRecorded, onClose }: EntryDialogProps) {
  const [kind, setKind] = useState<(typeof WRITTEN_ENTRY_KINDS)[number]>('pay-out');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [id] = useState(newKey);
  const { send, isBusy, error } = useQueuedChange('addDrawerEntry', {
    about: () => `${drawer.name}: ${entryName(kind)} ${kind === 'no-sale' ? '' : amount}`.trim(),
    doneText: () => say`Recorded`,
    queued: QUEUED,
    changes: [drawersKey(drawer.locationId)],
  });
  const save = async () => {
    const paid = kind === 'no-sale' ? undefined : Number(amount);
    if (!(await send({ drawerId: drawer.drawerId, kind, reason, id, amount: paid }))) return;
    onRecorded?.();
    onClose();
  };
  return (
    <Dialog
      title={say`${drawer.name}: put in or take out`}
      onClose={onClose}
      unsaved={amount !== ''}
      footer={<Button busy={isBusy} onClick={() => void save()}>{say`Record`}</Button>}
    >
      <div className="stack gap-14">
        <SegmentedField
          label={say`What happened`}
          value={kind}
          onValue={setKind}
          options={WRITTEN_ENTRY_KINDS.map((value) => ({ value, label: entryName(value) }))}
        />
        {kind !== 'no-sale' && <MoneyField label={say`Amount`} required value={amount} onValue={setAmount} />}
        {kind !== 'drop' && <ReasonField reasons={ENTRY_REASONS} value={reason} onValue={setReason} />}
        <ErrorBanner title={say`Not recorded`} error={error} />
      </div>
    </Dialog>
  );
}
