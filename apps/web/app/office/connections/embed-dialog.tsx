import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { useLocations } from '../../shared/site/site.ts';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { CopyLine } from '../../ui/secret-shown.tsx';

/** The line that a restaurant pastes into its own website. */
export function EmbedDialog({ publicKey, onClose }: { publicKey: string; onClose: () => void }) {
  const locations = useLocations();
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '');
  const [show, setShow] = useState<'order' | 'book'>('order');
  const code = `<script async src="${location.origin}/embed.js" data-key="${publicKey}" data-location="${locationId}" data-show="${show}"></script>`;
  return (
    <Dialog
      size="md"
      title={say`For your website`}
      description={say`Paste this line where it should appear. It says whether you are open, with a button.`}
      onClose={onClose}
    >
      <div className="stack gap-16">
        {locations.length > 1 && (
          <Field label={say`Location`}>
            <Select value={locationId} onChange={({ target }) => setLocationId(target.value)}>
              <NamedOptions options={locations} />
            </Select>
          </Field>
        )}
        <Segmented
          legend={say`Button`}
          options={optionsOf({ order: say`Order online`, book: say`Book a table` })}
          value={show}
          onValue={setShow}
        />
        <CopyLine text={code} label={say`Copy the line`} />
      </div>
    </Dialog>
  );
}
