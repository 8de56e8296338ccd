import { useState } from 'react';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import type { WireStation } from '../../shared/order/stations.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useStationActions } from './stations-data.ts';
import { StationOptions } from './station-options.tsx';
import { texts } from './texts.ts';

const words = texts.remove;

/** Asks where the open dishes and the rules of a deleted station go. */
export function DeleteStationDialog({
  station,
  others,
  onClose,
}: {
  station: WireStation;
  others: readonly WireStation[];
  onClose: () => void;
}) {
  const { remove } = useStationActions(station.locationId);
  const [moveTo, setMoveTo] = useState(station.fallbackId ?? '');
  const failure = remove.error && `${words.failed} ${errorTextOrServerMessage(remove.error, [400, 403, 404, 409])}`;
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={words.title(station.name)}
      description={words.text(station.openDishes)}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {words.keep}
          </Button>
          <Button
            look="danger-solid"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { stationId: station.stationId, moveTo: moveTo || null },
                {
                  onSuccess() {
                    toast.success(words.removed(station.name));
                    onClose();
                  },
                },
              )
            }
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <Field label={words.moveTo}>
        <Select value={moveTo} onChange={(event) => setMoveTo(event.target.value)}>
          {station.fallbackId === null && <option value="">{texts.pass}</option>}
          <StationOptions stations={others} />
        </Select>
      </Field>
      <FieldError error={failure} />
    </Dialog>
  );
}
