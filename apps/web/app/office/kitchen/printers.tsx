import { useState } from 'react';
import { Printer as PrinterIcon } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { OWN_LETTERS_HINT, OWN_LETTERS_LABEL, PAPER_LABEL, PAPER_OPTIONS, toPaperWidth } from '@tiffin/domain/printing';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { ListPanel } from '../../shared/page/list-panel.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { booleanField, formOf, textField, valueField } from '../../ui/form.ts';
import { optionsOf } from '../../ui/choices.tsx';
import { ChoiceField, EditDialog, SegmentedField, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { toast } from '../../ui/toasts.ts';
import { useStations } from './stations-data.ts';

type Printer = Answer<'getPrinters'>['printers'][number];
type Station = Pick<Answer<'getStations'>['stations'][number], 'stationId' | 'name'>;

const printersKey = (locationId: string) => ['printers', locationId];

/** The printers of a location that fetch their work from the server themselves. */
export function Printers({ locationId }: { locationId: string }) {
  const stations = useStations(locationId).data ?? [];
  const printers = useQuery({
    ...apiQuery(printersKey(locationId), 'getPrinters', { query: { locationId } }),
    select: (answer) => answer.printers,
    refetchInterval: 10_000,
  });
  return (
    <ListPanel
      part="printers"
      title={say`Printers on the network`}
      explain={say`Star and Epson printers that fetch tickets and receipts themselves. No tablet beside them is needed.`}
      query={printers}
      failed={say`The printers could not be loaded`}
      none={<p className="hint">{say`No printer yet.`}</p>}
      add={say`Add a printer`}
      dialog={(onClose) => <AddPrinterDialog locationId={locationId} stations={stations} onClose={onClose} />}
    >
      {(printer) => <PrinterRow key={printer.printerId} printer={printer} stations={stations} />}
    </ListPanel>
  );
}

function PrinterRow({ printer, stations }: { printer: Printer; stations: readonly Station[] }) {
  const { printerId, locationId, name, kind, prints, stationId } = printer;
  const changes = [printersKey(locationId)];
  const test = useCall('testPrinter', {
    doneText: () => say`The test page is printed when ${name} asks next`,
    failed: say`The test page was not ordered`,
    changes,
  });
  const printAgain = useCall('printOrder', {
    doneText: () => say`The ticket is printed when ${name} asks next`,
    failed: say`The ticket was not ordered`,
    changes,
  });
  const remove = useCall('removePrinter', {
    doneText: () => say`${name} is disconnected`,
    failed: say`The printer was not disconnected`,
    changes,
  });
  const station = stations.find((each) => each.stationId === stationId);
  return (
    <li className="row flex-wrap between gap-8-16">
      <div className="grid min-width-0 break-anywhere">
        <b className="inline-row gap-6 icon-18 weight-600">
          <PrinterIcon />
          {name}
        </b>
        <span className="hint">
          {KINDS[kind]},{' '}
          {prints === 'receipts' ? say`receipts` : station ? say`dishes of ${station.name}` : say`all kitchen tickets`}
        </span>
        <span className="hint">{lastPollText(printer)}</span>
      </div>
      <div className="row gap-8">
        <StateBadge {...printer} />
        <Button look="line" size="sm" busy={test.isBusy} onClick={() => void test.send({ printerId })}>
          {say`Test page`}
        </Button>
        <ConfirmButton
          look="ghost"
          size="sm"
          aria-label={say`Disconnect ${name}`}
          question={{
            title: say`Disconnect ${name}?`,
            text: say`It prints nothing more. To use it again it needs a new address.`,
            confirm: say`Disconnect`,
          }}
          onConfirm={() => remove.send({ printerId })}
        >
          {say`Disconnect`}
        </ConfirmButton>
      </div>
      {printer.unconfirmed.map((orderId) => (
        <Banner
          key={orderId}
          tone="warn"
          action={
            <BannerButton
              label={say`Print again`}
              busy={printAgain.isBusy}
              onClick={() => void printAgain.send({ printerId, orderId })}
            />
          }
        >
          {say`The printer did not confirm the ticket of ${orderId}. Look for it on paper.`}
        </Banner>
      ))}
    </li>
  );
}

const KINDS: Readonly<Record<Printer['kind'], string>> = {
  star: say`Star CloudPRNT`,
  epson: say`Epson Server Direct Print`,
};

function lastPollText({ lastPolledAt, waiting }: Printer): string {
  const asked = lastPolledAt === null ? say`never asked yet` : say`asked ${formatTime(lastPolledAt, 'date-time')}`;
  return waiting === 0 ? asked : `${asked}, ${waiting === 1 ? say`1 ticket waits` : say`${waiting} tickets wait`}`;
}

function StateBadge({ isValid, isOnline, lastPolledAt, trouble }: Printer) {
  if (!isValid) return <Badge tone="warn">{say`Needs a new address`}</Badge>;
  if (lastPolledAt === null) return <Badge>{say`Not set up yet`}</Badge>;
  if (!isOnline) return <Badge tone="bad">{say`Not answering`}</Badge>;
  return trouble === null ? <Badge tone="ok">{say`Ready`}</Badge> : <Badge tone="bad">{trouble}</Badge>;
}

/** What a printer prints: one of these, or the id of a station. */
const RECEIPTS = 'receipts';
const ALL_TICKETS = 'tickets';

const printerForm = formOf({
  name: textField(say`Name`, {
    missing: say`Please write a name.`,
    input: { maxLength: 60, placeholder: say`Kitchen printer` },
  }),
  kind: valueField<Printer['kind']>(say`Maker`, 'star'),
  work: valueField<string>(say`It prints`, ALL_TICKETS),
  paper: valueField<'80' | '58'>(PAPER_LABEL, '80'),
  ownLetters: booleanField(OWN_LETTERS_LABEL),
});

interface AddPrinterProps {
  locationId: string;
  stations: readonly Station[];
  onClose: () => void;
}

function AddPrinterDialog({ locationId, stations, onClose }: AddPrinterProps) {
  const [newAddress, setNewAddress] = useState<string | null>(null);
  const failed = say`The printer was not set up`;
  const form = useRecordForm(printerForm, {
    call: 'addPrinter',
    body({ values: { work, paper, ...values } }) {
      const isStation = work !== ALL_TICKETS && work !== RECEIPTS;
      const prints = work === RECEIPTS ? ('receipts' as const) : ('tickets' as const);
      return {
        locationId,
        ...values,
        prints,
        stationId: isStation ? work : undefined,
        paper: toPaperWidth(Number(paper)),
      };
    },
    changes: [printersKey(locationId)],
    onDone({ address }) {
      if (address !== null) return setNewAddress(address);
      toast.error(failed, { description: say`Its address cannot be shown again. Disconnect it and add a new one.` });
      onClose();
    },
  });
  if (newAddress !== null) return <PrinterAddress address={newAddress} onClose={onClose} />;
  const labels: Record<string, string> = { [ALL_TICKETS]: say`All kitchen tickets`, [RECEIPTS]: say`Receipts` };
  for (const { stationId, name } of stations) labels[stationId] = say`Dishes of ${name}`;
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Add a printer`}
      save={say`Create its address`}
      failed={failed}
      onClose={onClose}
    >
      <TextField {...form.at('name')} />
      <SegmentedField {...form.at('kind')} options={optionsOf({ star: 'Star', epson: 'Epson' })} />
      <ChoiceField {...form.at('work')} options={Object.keys(labels)} labels={labels} />
      <SegmentedField {...form.at('paper')} options={PAPER_OPTIONS} />
      <SwitchField {...form.at('ownLetters')} hint={OWN_LETTERS_HINT} />
    </EditDialog>
  );
}

function PrinterAddress({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <SecretShown
      title={say`Address for the printer`}
      warning={say`Enter it in the printer’s settings, under CloudPRNT or Server Direct Print. You see it only now.`}
      secret={address}
      copy={say`Copy the address`}
      onClose={onClose}
    >
      <p className="hint">{say`Let it ask every second or two. Then press Test page here.`}</p>
    </SecretShown>
  );
}
