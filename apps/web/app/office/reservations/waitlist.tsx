import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QrCode as CodeIcon, UserPlus } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { WAITLIST_LIMITS } from '@tiffin/domain/reservation';
import { paths } from '../../paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { PartyStepper } from '../../shared/reservation/party-stepper.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { guestsText } from './reservation.ts';
import { floorKey, RESERVATIONS_KEY } from './use-reservations.ts';
import styles from './waitlist.module.css';

export type Wait = Answer<'getWaitlist'>['waits'][number];

/** The parties that wait at a location, and how well earlier waiting times were estimated. */
function useWaitlist(locationId: string) {
  const key = [...floorKey(locationId), 'waits'];
  useRefetchOn(['floor.changed', 'reset'], key);
  return useQuery({ ...apiQuery(key, 'getWaitlist', { query: { locationId } }), refetchInterval: 60_000 });
}

interface WaitlistProps {
  locationId: string;
  zone: string;
  onSeat: (wait: Wait) => void;
}

/** The waiting parties, with buttons to call and seat them, and to add another one. */
export function Waitlist({ locationId, zone, onSeat }: WaitlistProps) {
  const online = useOnline();
  const { sends } = useSite();
  const { data } = useWaitlist(locationId);
  const [openDialog, setOpenDialog] = useState<'add' | 'code' | null>(null);
  const changes = [floorKey(locationId), RESERVATIONS_KEY];
  const callParty = useCall('callWaiting', { failed: say`The party was not called`, changes });
  const answerForParty = useCall('answerCall', { failed: say`The waitlist could not be changed`, changes });
  const disabledReason = online ? null : say`You are offline`;
  const { waits = [], quotes, texts } = data ?? {};
  const isFull = waits.filter(({ state }) => state === 'waiting').length >= WAITLIST_LIMITS.ofGuests;
  return (
    <section aria-label={say`Waitlist`} className="stack gap-8">
      <header className="row gap-8">
        <h3 className="grow text-xs">{waits.length === 0 ? say`Nobody waits` : say`Waiting, ${waits.length}`}</h3>
        <IconButton label={say`Code for the door`} onClick={() => setOpenDialog('code')}>
          <CodeIcon />
        </IconButton>
        <IconButton
          label={say`Add to the waitlist`}
          title={disabledReason ?? say`Add to the waitlist`}
          disabled={!online}
          onClick={() => setOpenDialog('add')}
        >
          <UserPlus />
        </IconButton>
      </header>
      {isFull && (
        <Banner tone="warn">{say`The waitlist is full: guests cannot join it themselves. Remove parties that are gone.`}</Banner>
      )}
      {texts && texts.sent >= texts.most && (
        <Banner tone="warn">{say`Guests who join now get no text: the limit of ${texts.most} in an hour is reached. Please find or call them.`}</Banner>
      )}
      <ul className="ruled">
        {waits.map((wait) => {
          const { waitId, partySize, state } = wait;
          const name = wait.name || guestsText(partySize);
          return (
            <li key={waitId} className={`stack gap-8 ${styles.wait}`}>
              <span className={`grid align-center gap-8 ${styles.waiting}`}>
                <b className="digits text-md">{partySize}</b>
                <span className="min-width-0 break-anywhere">
                  <span className="weight-600">{name}</span>
                  <small className="block soft">{stateText(wait, zone)}</small>
                  {state === 'called' && !sends.includes('sms') && (
                    <small className="block hint">{say`No text was sent. Please find or call them.`}</small>
                  )}
                </span>
              </span>
              <span className="row flex-wrap gap-8">
                {state === 'waiting' && (
                  <Button
                    look="quiet"
                    aria-label={say`Call ${name}`}
                    busy={callParty.sending?.waitId === waitId}
                    disabledReason={disabledReason}
                    onClick={() => void callParty.send({ waitId })}
                  >
                    {say`Call`}
                  </Button>
                )}
                {state === 'called' && (
                  <Button
                    look="quiet"
                    aria-label={say`${name} is coming`}
                    disabledReason={disabledReason}
                    onClick={() => void answerForParty.send({ waitId, coming: true })}
                  >
                    {say`Coming`}
                  </Button>
                )}
                <Button look="quiet" aria-label={say`Seat ${name}`} onClick={() => onSeat(wait)}>
                  {say`Seat`}
                </Button>
                <Button
                  look="ghost"
                  aria-label={say`${name} is gone`}
                  disabledReason={disabledReason}
                  onClick={() => void answerForParty.send({ waitId, coming: false })}
                >
                  {say`Gone`}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {quotes && quotes.told > 0 && (
        <p className="hint">{say`Times told in eight weeks were right for ${quotes.kept} of ${quotes.told} parties.`}</p>
      )}
      {texts && texts.sent > 0 && (
        <p className="hint">{say`Texts to unconfirmed numbers in the last hour: ${texts.sent} of ${texts.most}.`}</p>
      )}
      {openDialog === 'code' && (
        <Dialog size="sm" title={say`Code for the door`} onClose={() => setOpenDialog(null)}>
          <p className="soft">{say`Guests who scan it join the waitlist, and see their place.`}</p>
          <QrCode text={location.origin + paths.waitlist(locationId)} label={say`The waitlist as a QR code`} />
        </Dialog>
      )}
      {openDialog === 'add' && <AddDialog locationId={locationId} onClose={() => setOpenDialog(null)} />}
    </section>
  );
}

function stateText({ state, joinedAt, quotedMinutes, answerBy, tableNumber }: Wait, zone: string): string {
  const since = formatTime(joinedAt, 'time', zone);
  const table = tableNumber === null ? '' : `${say`Table ${tableNumber}`}, `;
  if (state === 'coming') return table + say`is coming`;
  if (state === 'called' && answerBy !== null)
    return table + say`called, answers until ${formatTime(answerBy, 'time', zone)}`;
  return say`since ${since}, told about ${quotedMinutes} min`;
}

const waitForm = formOf({
  partySize: valueField(say`How many guests?`, 2),
  name: textField(say`Name of the party`, { required: true, input: { maxLength: 100 } }),
  phone: textField(say`Phone`, { optional: true }),
});

function AddDialog({ locationId, onClose }: { locationId: string; onClose: () => void }) {
  const form = useRecordForm(waitForm, {
    call: 'joinWaitlist',
    body: ({ values }) => ({ ...values, locationId }),
    doneText: ({ quotedMinutes }, { name }) => say`${name} waits. Tell them about ${quotedMinutes} minutes.`,
    changes: [floorKey(locationId)],
    onDone: onClose,
  });
  const { at, draft } = form;
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Add to the waitlist`}
      save={say`Add`}
      failed={say`The party is not on the list yet`}
      onClose={onClose}
    >
      <PartyStepper value={draft.partySize} onValue={at('partySize').onValue} />
      <TextField {...at('name')} />
      <Field
        label={say`Phone`}
        optional
        error={at('phone').error}
        hint={say`For the text message that the table is ready.`}
      >
        <PhoneInput value={draft.phone} onValue={at('phone').onValue} autoComplete="off" />
      </Field>
    </EditDialog>
  );
}
