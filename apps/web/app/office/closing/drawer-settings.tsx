import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { DRAWER_LIMITS } from '@tiffin/domain/day';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { SelectField, TextField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { drawersKey, type Drawer } from '../../shared/payment/drawer-data.ts';

interface DrawerSettingsProps {
  locationId: string;
  drawers: readonly Drawer[];
}

export function DrawerSettings({ locationId, drawers }: DrawerSettingsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {drawers.length === 0 ? say`Add a drawer` : say`Change the drawers`}
      </Button>
      {isOpen && <SettingsDialog locationId={locationId} drawers={drawers} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function SettingsDialog({ locationId, drawers, onClose }: DrawerSettingsProps & { onClose: () => void }) {
  const [name, setName] = useState('');
  const [driver, setDriver] = useState('');
  const { data: people } = useQuery(apiQuery(['colleagues', locationId], 'getDeliveries', { query: { locationId } }));
  const { send, isBusy, error } = useCall('saveDrawers', {
    doneText: () => say`Saved`,
    changes: [drawersKey(locationId)],
  });
  const existing = drawers.map(({ drawerId, name: known, personId }) => ({ drawerId, name: known, personId }));
  const add = async () => {
    const added = { name, personId: driver || undefined };
    if (await send({ locationId, drawers: [...existing, added] })) onClose();
  };
  const remove = (drawerId: string) =>
    send({ locationId, drawers: existing.filter((each) => each.drawerId !== drawerId) });
  return (
    <Dialog
      title={say`Drawers`}
      description={say`Each till has a drawer. A driver who carries cash can have a bag.`}
      onClose={onClose}
      footer={<Button busy={isBusy} onClick={() => void add()}>{say`Add`}</Button>}
    >
      <div className="stack gap-14">
        <ul className="stack gap-8">
          {drawers.map((drawer) => (
            <li key={drawer.drawerId} className="row between gap-12">
              {drawer.name}
              <IconButton label={say`Remove ${drawer.name}`} onClick={() => void remove(drawer.drawerId)}>
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
        <TextField
          label={say`Name`}
          input={{ maxLength: DRAWER_LIMITS.name, placeholder: say`Till 1` }}
          value={name}
          onValue={setName}
        />
        <SelectField label={say`Whose`} value={driver} onValue={setDriver}>
          <option value="">{say`A till at the counter`}</option>
          <NamedOptions
            options={(people?.colleagues ?? []).map(({ driverId, name: called }) => ({
              id: driverId,
              name: say`The bag of ${called}`,
            }))}
          />
        </SelectField>
        <ErrorBanner title={say`Not saved`} error={error} />
      </div>
    </Dialog>
  );
}
